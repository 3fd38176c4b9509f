import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { afterAll, inject } from 'vitest';
import { type Database, openDatabase } from '#platform/server/db/database.ts';

export interface TestDatabase extends Database {
  connection: ClientConfig;
}

/** Creates a migrated database for one test file, empty unless a template is given. Call it at the top of the file. */
export async function createTestDatabase(from?: string): Promise<TestDatabase> {
  const template = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const connection = { ...template, database: name };
  // `file_copy` takes half the time of the default strategy, which writes the copy to the WAL.
  await runAdminQuery(template, `create database ${name} template ${from ?? template.database} strategy file_copy`);
  const database = openDatabase({ connection, poolSize: 10 });
  afterAll(async () => {
    await database.close();
    await runAdminQuery(template, `drop database ${name} with (force)`);
  });
  return { ...database, connection };
}

/** Connects to the `postgres` database, because no connection to the template may be open while it is copied. */
async function runAdminQuery(template: ClientConfig, sql: string): Promise<void> {
  const client = new Client({ ...template, database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
