import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { getWorkerPortal } from '#platform/testing/worker-portal.ts';

/** Runs SQL on the portal's database. */
export async function runSql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const connectionFile = readFileSync(join(getWorkerPortal().dataDir, 'postgres.json'), 'utf8');
  const client = new Client(JSON.parse(connectionFile) as ClientConfig);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
