import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import type { Env } from '#platform/server/config/env.ts';
import { startPostgres } from '#platform/server/postgres/postgres.ts';

/** A start that failed for a reason the operator can fix. The message names the reason. */
export class StartError extends Error {}

export interface DatabaseConnection {
  /** Keeps its session, so it is not the address of a pooler. */
  connection: ClientConfig;
  stop(): Promise<void>;
}

/** The file in the data folder that stores the embedded database's connection while it runs. */
export function connectionFilePath(env: Pick<Env, 'DATA_DIR'>): string {
  return join(env.DATA_DIR, 'postgres.json');
}

/** Connects to the configured database or starts the embedded one. `onLost` is called when that one exits unexpectedly. */
export async function openConnection(
  env: Env,
  onLost: (line: string) => void = () => undefined,
): Promise<DatabaseConnection> {
  if (env.DATABASE_URL !== undefined) {
    await assertCanConnect('DATABASE_URL', env.DATABASE_URL);
    if (env.DATABASE_DIRECT_URL !== undefined) await assertCanConnect('DATABASE_DIRECT_URL', env.DATABASE_DIRECT_URL);
    const connection = { connectionString: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL };
    return { connection, stop: async () => undefined };
  }
  const postgres = await startPostgres({ dataDir: join(env.DATA_DIR, 'postgres'), onLost }).catch((error: unknown) => {
    throw new StartError((error as Error).message, { cause: error });
  });
  const connectionFile = connectionFilePath(env);
  writeFileSync(connectionFile, JSON.stringify(postgres.connection), { mode: 0o600 });
  return {
    connection: postgres.connection,
    stop: async () => {
      rmSync(connectionFile, { force: true });
      await postgres.stop();
    },
  };
}

async function assertCanConnect(name: string, url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    const { host, searchParams } = new URL(url);
    // A host with several IP addresses fails with one AggregateError, which has a code but no message.
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = message.split('\n')[0] || code;
    throw new StartError(`${name}: cannot connect to ${host || searchParams.get('host')} (${reason})`, {
      cause: error,
    });
  }
}
