import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCompiledStatements } from '#platform/server/db/query.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { describeStatement } from '#test/support/api/describe-statement.ts';
import { importQueries } from '#test/support/api/import-queries.ts';

const database = await createTestDatabase();
const client = new Client(database.connection);

beforeAll(async () => {
  await client.connect();
  await importQueries();
}, 120_000);
afterAll(() => client.end());

describe('statements', () => {
  it('are accepted by PostgreSQL, and raw queries return the columns they declare', async () => {
    const problems: string[] = [];
    for (const { text, file, columns } of listCompiledStatements()) {
      try {
        const described = await describeStatement(client, text);
        if (columns === undefined) continue;
        const declared = Object.entries(columns);
        const expected = declared.map(([name, { postgresTypes }]) => `${name}: ${postgresTypes.join(' or ')}`);
        const actual = described.map(({ name, type }, place) => {
          const types = declared[place]?.[1].postgresTypes ?? [];
          return `${name}: ${types.includes(type) ? types.join(' or ') : type}`;
        });
        if (actual.join() !== expected.join()) problems.push(`${file}: ${actual.join()} instead of ${expected.join()}`);
        for (const { name, isNullableColumn } of described)
          if (isNullableColumn && columns[name]?.isNotNull) problems.push(`${file}: ${name} can be null`);
      } catch (error) {
        problems.push(`${file}: ${(error as Error).message} in ${text}`);
      }
    }
    expect(problems).toEqual([]);
  });
});
