import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import type { Env } from '#platform/server/config/env.ts';
import { startPostgres } from '#platform/server/postgres/postgres.ts';

/** Something outside the product keeps it from starting; the message says what. */
export class StartError extends Error {}

export interface DatabaseConnection {
  connection: ClientConfig;
  stop(): Promise<void>;
}

/** Where the embedded database is found stands in the data folder while it runs. */
export function connectionFilePath(env: Pick<Env, 'DATA_DIR'>): string {
  return join(env.DATA_DIR, 'postgres.json');
}

/** The configured database, or the embedded one, of which we are told when it ends by itself. */
export async function openConnection(
  env: Env,
  onLost: (line: string) => void = () => undefined,
): Promise<DatabaseConnection> {
  if (env.DATABASE_URL !== undefined) {
    await assertCanConnect(env.DATABASE_URL);
    return { connection: { connectionString: env.DATABASE_URL }, stop: async () => undefined };
  }
  const postgres = await startPostgres({ dataDir: join(env.DATA_DIR, 'postgres'), onLost }).catch((error: unknown) => {
    throw new StartError((error as Error).message, { cause: error });
  });
  const note = connectionFilePath(env);
  writeFileSync(note, JSON.stringify(postgres.connection), { mode: 0o600 });
  return {
    connection: postgres.connection,
    stop: async () => {
      rmSync(note, { force: true });
      await postgres.stop();
    },
  };
}

async function assertCanConnect(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    const { host, searchParams } = new URL(url);
    // An address with several numbers fails with one error for all of them, which has a code and no message.
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = message.split('\n')[0] || code;
    throw new StartError(`DATABASE_URL: cannot connect to ${host || searchParams.get('host')} (${reason})`, {
      cause: error,
    });
  }
}
