import { rmSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { canEnterFolder, chooseOsAccount } from './account.ts';
import type { OsAccount } from './account.ts';
import { findPostgresBinaries } from './binaries.ts';
import { databaseName, ensureDataFolder, getDataFolderPaths, superuser } from './data-folder.ts';
import {
  DataFolderHeldError,
  readDataFolderHolder,
  socketFolderPrefix,
  waitUntilDataFolderFree,
} from './data-folder-lock.ts';
import { FolderBusyError, launchPostgres } from './process.ts';
import type { LaunchOptions, PostgresProcess } from './process.ts';

export { DataFolderHeldError };

export interface EmbeddedPostgres {
  connection: { host: string; user: string; database: string; port?: number };
  stop(): Promise<void>;
}

export interface PostgresOptions {
  dataDir: string;
  settings?: Record<string, string>;
  onLog?: (line: string) => void;
  /** Called with one line when PostgreSQL ends unexpectedly. */
  onLost?: (line: string) => void;
}

const port = 5432;
const maxSocketPathBytes = 100;
const busyMs = 10_000;

/** Settings for a small machine, with full durability. */
const defaultSettings = {
  shared_buffers: '128MB',
  max_connections: '60',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
};

/** Starts the PostgreSQL from the npm packages. The data folder is created at the first start. */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const account = await chooseOsAccount(dataDir);
  const binaries = await findPostgresBinaries(account);
  await ensureDataFolder(dataDir, binaries, account);
  const paths = await getDataFolderPaths(account, dataDir);
  const socketFolder = await makeSocketFolder(account);
  try {
    const process = await launchWhenFree(dataDir, {
      postgres: binaries.postgres,
      paths,
      account,
      socketFolder,
      onLog: options.onLog ?? (() => undefined),
      onLost: (line) => {
        rmSync(socketFolder, { recursive: true, force: true });
        options.onLost?.(line);
      },
      settings: {
        ...defaultSettings,
        ...options.settings,
        // Only the owner of the socket's folder and root can connect.
        listen_addresses: '',
        port: String(port),
      },
    });
    return {
      connection: { host: socketFolder, user: superuser, database: databaseName, port },
      async stop() {
        await process.stop();
        await rm(socketFolder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(socketFolder, { recursive: true, force: true });
    throw error;
  }
}

async function launchWhenFree(dataDir: string, options: LaunchOptions): Promise<PostgresProcess> {
  const deadline = performance.now() + busyMs;
  for (;;) {
    await waitUntilDataFolderFree(dataDir);
    try {
      return await launchPostgres(options);
    } catch (error) {
      if (!(error instanceof FolderBusyError)) {
        throw error;
      }
      // The sessions of a killed PostgreSQL take a moment to end, or a concurrent start has the lock.
      if (performance.now() > deadline) {
        throw new DataFolderHeldError(dataDir, (await readDataFolderHolder(dataDir))?.pid ?? 0);
      }
      await delay(100);
    }
  }
}

async function makeSocketFolder(account: OsAccount | null): Promise<string> {
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const folder = await mkdtemp(join(parent, `${socketFolderPrefix}${process.pid}-`)).catch(() => null);
    if (folder === null) {
      continue;
    }
    if (account) {
      await chown(folder, account.uid, account.gid);
    }
    const isShort = Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= maxSocketPathBytes;
    if (isShort && (await canEnterFolder(account, folder))) {
      return folder;
    }
    await rm(folder, { recursive: true, force: true });
  }
  throw new Error(`The database socket folder could not be created in ${tmpdir()} or /tmp: set TMPDIR`);
}
