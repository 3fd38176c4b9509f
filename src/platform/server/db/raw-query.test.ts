import { sql } from 'kysely';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import type { Params, Row } from './query.ts';
import { boolean, bytes, float, integer, json, list, notNull, oneOf, rawQuery, text, timestamp } from './raw-query.ts';

const { db } = await createTestDatabase();

const describeDive = rawQuery(
  {
    number: notNull(integer),
    depth: float,
    title: notNull(text),
    status: notNull(oneOf<'Draft' | 'Logged'>(text)),
    is_night: notNull(boolean),
    ended_at: timestamp,
    photo: bytes,
    gas: notNull(json<{ oxygen: number }>()),
    skills: notNull(list(text)),
  },
  (p: Params<{ number: number; title: string }>) => sql`
    select ${p.number}::int as number, 18.2::float8 as depth, ${p.title}::text as title, 'Draft' as status,
      false as is_night, null::timestamptz as ended_at, '\\x01'::bytea as photo, '{"oxygen": 32}'::jsonb as gas,
      array['hover', 'ascent'] as skills`,
);

describe('rawQuery', () => {
  it('infers its rows from the declared columns', () => {
    expectTypeOf<Row<typeof describeDive>>().toEqualTypeOf<{
      number: number;
      depth: number | null;
      title: string;
      status: 'Draft' | 'Logged';
      is_night: boolean;
      ended_at: Date | null;
      photo: Buffer | null;
      gas: { oxygen: number };
      skills: string[];
    }>();
  });

  it('returns rows of that type', async () => {
    expect(await describeDive.first(db, { title: 'Wall', number: 7 })).toEqual({
      number: 7,
      depth: 18.2,
      title: 'Wall',
      status: 'Draft',
      is_night: false,
      ended_at: null,
      photo: Buffer.from([1]),
      gas: { oxygen: 32 },
      skills: ['hover', 'ascent'],
    });
  });

  it('fills values by name', async () => {
    const add = rawQuery(
      { sum: notNull(integer) },
      (p: Params<{ first: number; second: number }>) =>
        sql`select ${p.first}::int - ${p.second}::int + ${p.first}::int as sum`,
    );
    expect(await add(db, { second: 1, first: 10 })).toEqual([{ sum: 19 }]);
    expect(add.text).toBe('select $1::int - $2::int + $1::int as sum');
  });
});
