import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { describeStatement } from '#test/support/api/describe-statement.ts';
import { measuredCalls } from './measured-calls.ts';

const { connection } = await createTestDatabase();
const client = new Client(connection);
beforeAll(() => client.connect());
afterAll(() => client.end());

// `npm run bench` takes too long for every test run, and its baseline repeats the portal's statements.
describe('measured calls', () => {
  it.each(measuredCalls)('$name: has a value for each parameter of its statements', async ({ statements }) => {
    for (const { sql } of statements) await describeStatement(client, sql);
    const countParameters = (sql: string) =>
      Math.max(0, ...Array.from(sql.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
    const fixed = statements.filter(({ values }) => Array.isArray(values));
    expect(fixed.map(({ values }) => values.length)).toEqual(fixed.map(({ sql }) => countParameters(sql)));
  });
});
