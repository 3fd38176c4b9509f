import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { readEnv } from '../src/platform/server/env.ts';

/** The database of the portal: the configured one, or the embedded one of a portal that runs. */
export function findConnection(): pg.ClientConfig {
  const env = readEnv(process.env);
  if (env.DATABASE_URL !== undefined) return { connectionString: env.DATABASE_URL };
  const note = join(env.DATA_DIR, 'postgres.json');
  if (!existsSync(note)) throw new Error(`no portal runs on ${env.DATA_DIR}: start it, or set DATABASE_URL`);
  return JSON.parse(readFileSync(note, 'utf8')) as pg.ClientConfig;
}

/** Runs a command and ends with one line instead of a stack. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
