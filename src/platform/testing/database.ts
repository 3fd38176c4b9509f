import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { afterAll, inject } from 'vitest';
import { type Database, openDatabase } from '#platform/server/db/database.ts';

export interface TestDatabase extends Database {
  connection: ClientConfig;
}

/** A migrated database for one test file, empty unless another template is named. To be called at the top of the file. */
export async function createTestDatabase(from?: string): Promise<TestDatabase> {
  const template = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const connection = { ...template, database: name };
  // As files: through the log, as is usual, takes twice the work.
  await runAdminQuery(template, `create database ${name} template ${from ?? template.database} strategy file_copy`);
  const database = openDatabase({ connection, poolSize: 10 });
  afterAll(async () => {
    await database.close();
    await runAdminQuery(template, `drop database ${name} with (force)`);
  });
  return { ...database, connection };
}

/** From the side: nobody may be connected to the database that is copied. */
async function runAdminQuery(template: ClientConfig, sql: string): Promise<void> {
  const client = new Client({ ...template, database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
