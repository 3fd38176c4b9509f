import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { getWorkerPortal } from '#platform/testing/worker-portal.ts';

/** The portal's own database, for what has no page yet. */
export async function runSql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const note = readFileSync(join(getWorkerPortal().dataDir, 'postgres.json'), 'utf8');
  const client = new Client(JSON.parse(note) as ClientConfig);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
