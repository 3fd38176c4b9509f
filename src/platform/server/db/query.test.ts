import { sql } from 'kysely';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { compileQuery, listCompiledStatements, query, queryBy, toJson, type Params } from './query.ts';

const { db } = await createTestDatabase();

const insertFlag = query((db, p: Params<{ name: string; value: readonly string[]; updatedBy: string }>) =>
  db
    .insertInto('feature_flag')
    .values({ name: p.name, value: toJson(p.value), updated_by: p.updatedBy })
    .returning('name'),
);
const deleteFlag = query((db, p: Params<{ name: string }>) => db.deleteFrom('feature_flag').where('name', '=', p.name));
const listFlags = query((db) => db.selectFrom('feature_flag').select(['name', 'value']).orderBy('name'));
const findFlags = query((db, p: Params<{ names: readonly string[] }>) =>
  db
    .selectFrom('feature_flag')
    .select('name')
    .where((eb) => eb('name', '=', eb.fn.any(p.names)))
    .orderBy('name'),
);

describe('query', () => {
  it('numbers a parameter once and writes constants into the text', () => {
    const { text } = query((db, p: Params<{ email: string; name: string }>) =>
      db
        .updateTable('account')
        .set({ given_name: p.name, locale: "it's" })
        .where((eb) => eb.or([eb('email', '=', p.email), eb('given_name', '=', p.name)])),
    );
    expect(text).toBe(
      `update "account" set "given_name" = $1, "locale" = 'it''s' where ("email" = $2 or "given_name" = $1)`,
    );
  });

  it('infers rows and values', () => {
    expectTypeOf(findFlags.first).returns.resolves.toEqualTypeOf<{ name: string } | undefined>();
    expectTypeOf(listFlags).parameters.toEqualTypeOf<[db: typeof db]>();
    expectTypeOf(deleteFlag).returns.resolves.toEqualTypeOf<never[]>();
    expectTypeOf(findFlags).parameter(1).toEqualTypeOf<{ names: readonly string[] }>();
  });

  it('fills values by name, and lists as JSON or as arrays', async () => {
    const values = ['a', "b'"];
    expect(await insertFlag(db, { updatedBy: 'test', value: values, name: 'query-list' })).toEqual([
      { name: 'query-list' },
    ]);
    expect(await findFlags(db, { names: ['query-list', 'missing'] })).toEqual([{ name: 'query-list' }]);
    expect((await listFlags(db)).find(({ name }) => name === 'query-list')?.value).toEqual(values);
    expect(await deleteFlag(db, { name: 'query-list' })).toEqual([]);
    expect(await findFlags.first(db, { names: ['query-list'] })).toBeUndefined();
  });

  it('reads the only text of the first row', async () => {
    const toText = query((db, p: Params<{ parts: readonly string[]; limit: number }>) =>
      db.selectNoFrom(sql<string>`unnest(${p.parts}::text[])`.as('part')).limit(p.limit),
    );
    const divide = query((db, p: Params<{ by: number }>) =>
      db.selectNoFrom(sql<string>`(1 / ${p.by}::int)::text`.as('result')),
    );
    expect(await toText.firstText(db, { parts: ['é "1"', 'b'], limit: 2 })).toBe('é "1"');
    expect(await toText.firstText(db, { parts: ['a'], limit: 0 })).toBeNull();
    const results = await Promise.allSettled([
      divide.firstText(db, { by: 0 }),
      toText.firstText(db, { parts: ['after an error'], limit: 1 }),
      toText.first(db, { parts: ['a row'], limit: 1 }),
    ]);
    expect(results).toMatchObject([
      { status: 'rejected', reason: { code: '22012' } },
      { status: 'fulfilled', value: 'after an error' },
      { status: 'fulfilled', value: { part: 'a row' } },
    ]);
  });

  it('rejects values that are neither parameters nor constants', () => {
    expect(() => compileQuery((db) => db.selectFrom('account').select(sql.val(['a']).as('list')))).toThrow(
      'invalid immediate value',
    );
    expect(() => compileQuery((db) => db.selectFrom('account').select(toJson(sql`1`).as('json')))).toThrow(
      'toJson takes a parameter of the query',
    );
  });

  it('lists its statements with their files', () => {
    const statement = listCompiledStatements().find(({ text }) => text === deleteFlag.text);
    expect(statement?.file).toMatch(/query\.test\.ts$/);
  });
});

describe('queryBy', () => {
  const listPeople = queryBy(
    (db, p: Params<{ search: string }>, { isSorted }: { isSorted: boolean }) => {
      const people = db.selectFrom('account').select('sub').where('email', '=', p.search);
      return isSorted ? people.orderBy('created_at') : people;
    },
    [{ isSorted: true }, { isSorted: false }],
  );

  it('compiles one statement per shape', () => {
    expect(listPeople({ isSorted: true })).toBe(listPeople({ isSorted: true }));
    expect(listPeople({ isSorted: true }).text).toBe(`${listPeople({ isSorted: false }).text} order by "created_at"`);
  });

  it('lists its samples', () => {
    const texts = listCompiledStatements().map(({ text }) => text);
    expect(texts).toContain(listPeople({ isSorted: false }).text);
  });

  it('keeps a bounded number of shapes, because requests choose them', () => {
    const listSome = queryBy(
      (db, _p: Params<object>, { limit }: { limit: number }) => db.selectFrom('account').select('sub').limit(limit),
      [],
    );
    const listed = listCompiledStatements().length;
    const first = listSome({ limit: 1 });
    for (let limit = 2; limit <= 1_000; limit++) listSome({ limit });
    expect(listSome({ limit: 1 })).toBe(first);
    listSome({ limit: 1_001 });
    expect(listSome({ limit: 1 })).not.toBe(first);
    expect(listSome({ limit: 1 }).text).toBe(first.text);
    expect(listCompiledStatements()).toHaveLength(listed);
  });
});
