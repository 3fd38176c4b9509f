import { spawn } from 'node:child_process';
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { canEnterFolder, changeOwner, isProcessAlive } from './account.ts';
import type { OsAccount } from './account.ts';
import { unsupportedPlatformMessage } from './binaries.ts';
import type { PostgresBinaries } from './binaries.ts';

export const superuser = 'halocline';
export const databaseName = 'halocline';

/** The data folder as passed to PostgreSQL, and the working folder it starts in. */
export interface DataFolderPaths {
  cwd: string;
  dataDir: string;
}

/**
 * An account that cannot traverse the path (such as a folder below /root) starts inside the folder instead: the working
 * folder is entered as root, and needs no path afterwards.
 */
export async function getDataFolderPaths(account: OsAccount | null, folder: string): Promise<DataFolderPaths> {
  if (await canEnterFolder(account, folder)) {
    return { cwd: folder, dataDir: folder };
  }
  if (process.platform !== 'linux') {
    throw new Error(`PostgreSQL does not run as root and user ${account?.uid} cannot enter ${folder}: set DATA_DIR`);
  }
  return { cwd: folder, dataDir: '/proc/self/cwd' };
}

/** A preloaded library applies to the database too: with one that shifts the clock, both must have the same. */
export const preloadEnvironment: NodeJS.ProcessEnv =
  process.env['LD_PRELOAD'] === undefined ? {} : { LD_PRELOAD: process.env['LD_PRELOAD'] };

/** Child processes inherit no other variables, because PG… variables would change their behavior. */
export function createChildEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    LC_ALL: 'C',
    PG_GRANDPARENT_PID: String(process.ppid),
    ...preloadEnvironment,
  };
}

/** Creates the data folder if it is missing. It gets its final name only when it is complete and on disk. */
export async function ensureDataFolder(
  dataDir: string,
  binaries: PostgresBinaries,
  account: OsAccount | null,
): Promise<void> {
  const entries = await listFolder(dataDir);
  if (entries.includes('PG_VERSION')) {
    await changeOwner(account, dataDir);
    return;
  }
  if (entries.length > 0) {
    throw new Error(`The data folder ${dataDir} is not empty and contains no database: set DATA_DIR to another folder`);
  }
  const parent = dirname(dataDir);
  const fresh = `${dataDir}.init-${process.pid}`;
  try {
    await mkdir(parent, { recursive: true });
    await removeLeftovers(dataDir);
    await mkdir(fresh, { mode: 0o700 });
  } catch (error) {
    throw createUnusableFolderError(dataDir, error as NodeJS.ErrnoException);
  }
  try {
    await changeOwner(account, fresh);
    await initialiseDataFolder(fresh, binaries, account);
    await chmod(fresh, 0o700);
    // A concurrent start may have created the folder first. Its folder is kept.
    await rename(fresh, dataDir).catch(async (error: unknown) => {
      if (!(await listFolder(dataDir)).includes('PG_VERSION')) {
        throw error;
      }
    });
    await syncFolder(parent);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function listFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return [];
    }
    throw createUnusableFolderError(folder, error);
  });
}

function createUnusableFolderError(folder: string, error: NodeJS.ErrnoException): Error {
  const message = `The data folder ${folder} cannot be used (${error.code}): set DATA_DIR to one that this user can write`;
  return new Error(message, { cause: error });
}

async function initialiseDataFolder(
  folder: string,
  binaries: PostgresBinaries,
  account: OsAccount | null,
): Promise<void> {
  const paths = await getDataFolderPaths(account, folder);
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions'];
  const access = [`--username=${superuser}`, '--auth-local=trust', '--auth-host=reject'];
  await runInFolder(paths, account, binaries.initdb, ['--no-sync', '-D', paths.dataDir, ...locale, ...access]);
  const single = ['--single', '-F', '-D', paths.dataDir, 'postgres'];
  await runInFolder(paths, account, binaries.postgres, single, `CREATE DATABASE ${databaseName}\n`);
  await runInFolder(paths, account, binaries.initdb, ['--sync-only', '-D', paths.dataDir]);
}

async function removeLeftovers(dataDir: string): Promise<void> {
  const prefix = `${basename(dataDir)}.init-`;
  const names = (await readdir(dirname(dataDir))).filter((name) => name.startsWith(prefix));
  for (const name of names) {
    const pid = Number(name.slice(prefix.length));
    if (pid === process.pid || !isProcessAlive(pid)) {
      // An initdb that outlived its server may still write to the folder. The next start removes the rest.
      const path = join(dirname(dataDir), name);
      await rm(path, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    }
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

async function runInFolder(
  paths: DataFolderPaths,
  account: OsAccount | null,
  command: string,
  args: string[],
  input = '',
) {
  const child = spawn(command, args, { ...account, cwd: paths.cwd, env: createChildEnvironment(), stdio: 'pipe' });
  let output = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stdin.on('error', () => undefined).end(input);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  const code = await promise.catch((error: unknown) => {
    throw new Error(
      `${unsupportedPlatformMessage()} (${basename(command)}: ${(error as Error).message}): set DATABASE_URL`,
      {
        cause: error,
      },
    );
  });
  const problem = output.split('\n').find((line) => /error:|FATAL|PANIC|ERROR/.test(line));
  if (code !== 0 || problem !== undefined) {
    throw new Error(
      `The database could not be created in ${paths.cwd}: ${problem ?? (output.trim() || `code ${code}`)}`,
    );
  }
}
