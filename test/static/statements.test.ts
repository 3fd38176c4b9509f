import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledStatement } from '#platform/server/db/query.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { describeStatement } from '#test/support/api/describe-statement.ts';
import { listStatements } from '#test/support/api/list-statements.ts';

const database = await createTestDatabase();
const client = new Client(database.connection);
let statements: CompiledStatement[] = [];

beforeAll(async () => {
  await client.connect();
  statements = await listStatements();
}, 120_000);
afterAll(() => client.end());

/** Types that arrive as text or objects, whatever `sql<number>` claims. */
const undecodedTypes = new Set(['numeric', 'money', 'interval']);

describe('statements', () => {
  it('are accepted by PostgreSQL, and raw queries return the columns they declare', async () => {
    const problems: string[] = [];
    expect(statements.length).toBeGreaterThan(700);
    for (const { text, file, columns } of statements) {
      try {
        const described = await describeStatement(client, text);
        for (const { name, type, isExpression } of described)
          if (isExpression && undecodedTypes.has(type)) problems.push(`${file}: ${name} is ${type}, cast it`);
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
