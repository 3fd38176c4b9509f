import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { openDatabase } from '#platform/server/db/database.ts';
import { hasOtherSchema } from '#platform/server/db/migrate.ts';
import { assertNotInUse, dropEverything } from '#platform/server/db/unusable-database.ts';
import { assertIsDemo } from './reset-demo.ts';

const migrationsFolder = join(import.meta.dirname, '../../migrations');

/** Deletes the tables of a demo that was created with another schema, which no migration changes to this one. */
export async function emptyOtherSchema(connection: ClientConfig): Promise<void> {
  if (!(await isDemoOfOtherSchema(connection))) return;
  const client = new Client(connection);
  await client.connect();
  try {
    await assertNotInUse(client);
    await client.query(`begin; ${dropEverything} commit`);
  } finally {
    await client.end();
  }
}

async function isDemoOfOtherSchema(connection: ClientConfig): Promise<boolean> {
  const database = openDatabase({ connection, poolSize: 1 });
  try {
    if (!(await hasOtherSchema(database.pool, migrationsFolder))) return false;
    await assertIsDemo(database.db);
    return true;
  } finally {
    await database.close();
  }
}
