import { existsSync, readFileSync } from 'node:fs';
import { Client, type ClientConfig } from 'pg';
import { connectionFilePath, openConnection, type DatabaseConnection } from '#app/server/database-connection.ts';
import { openDatabase, type Database } from '#platform/server/db/database.ts';
import { readEnv, type Env } from '#platform/server/config/env.ts';

interface CommandContext {
  database: Database;
  connection: ClientConfig;
  env: Env;
}

/** Runs a command on the configured database, or on the embedded database of a running portal. */
export async function runOnDatabase(work: (context: CommandContext) => Promise<void>): Promise<void> {
  await runCommand(async () => {
    const env = readEnv(process.env);
    await useDatabase(env, await findConnection(env), work);
  });
}

/** The same, but starts the embedded database if no portal is running. */
export async function runOnDatabaseOrStart(work: (context: CommandContext) => Promise<void>): Promise<void> {
  await runCommand(async () => {
    const env = readEnv(process.env);
    await useDatabase(env, (await findRunningDatabase(env)) ?? (await openConnection(env)), work);
  });
}

/** Closes the database afterwards, and stops it if it was started. */
export async function useDatabase(
  env: Env,
  { connection, stop }: DatabaseConnection,
  work: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const database = openDatabase({ connection, poolSize: 2 });
  try {
    await work({ database, connection, env });
  } finally {
    await database.close();
    await stop();
  }
}

/** Runs a command and prints only the message of an error, without its stack. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

async function findConnection(env: Env): Promise<DatabaseConnection> {
  if (env.DATABASE_URL !== undefined) return openConnection(env);
  const running = await findRunningDatabase(env);
  if (running === null) throw new Error(`no portal is running on ${env.DATA_DIR}: start it or set DATABASE_URL`);
  return running;
}

/** The embedded database of a running portal. A connection file left by a killed portal is ignored. */
export async function findRunningDatabase(env: Env): Promise<DatabaseConnection | null> {
  if (env.DATABASE_URL !== undefined || !existsSync(connectionFilePath(env))) return null;
  const connection = JSON.parse(readFileSync(connectionFilePath(env), 'utf8')) as ClientConfig;
  const client = new Client(connection);
  try {
    await client.connect();
    await client.end();
    return { connection, stop: async () => undefined };
  } catch {
    return null;
  }
}

export const formatProblems = (count: number) => (count === 1 ? '1 problem' : `${count} problems`);
