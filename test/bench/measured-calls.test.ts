import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { describeStatement } from '#test/support/api/describe-statement.ts';
import { measuredCalls } from './measured-calls.ts';

const { connection } = await createTestDatabase();
const client = new Client(connection);
beforeAll(() => client.connect());
afterAll(() => client.end());

// `npm run bench` takes too long for every test run, and the floor's statements depend on the schema.
describe('measured calls', () => {
  it.each(measuredCalls)('$name: has a value for each parameter of its statement', async ({ floor, body = '' }) => {
    await describeStatement(client, floor.sql);
    const parameters = Math.max(0, ...Array.from(floor.sql.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
    const values = typeof floor.values === 'function' ? floor.values(body) : floor.values;
    expect(values).toHaveLength(parameters);
  });
});
