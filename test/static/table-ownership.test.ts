import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listCompiledStatements, query, type Params } from '#platform/server/db/query.ts';
import { rawQuery } from '#platform/server/db/raw-query.ts';
import type { TableAccess } from '#platform/server/db/table-types.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { findTables } from '#test/support/api/find-tables.ts';
import { listStatements } from '#test/support/api/list-statements.ts';

const root = join(import.meta.dirname, '../..');
const { pool } = await createTestDatabase();
const { rows } = await pool.query<{ name: string }>(`
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition order by relname`);
const known = new Set(rows.map(({ name }) => name));

/** The part of the source that declares and touches tables: a feature, the platform or the app. */
function getOwner(file: string): string {
  const [, first = '', second = ''] = file.split(sep);
  return first === 'features' ? second : first;
}

const access = new Map<string, TableAccess>();
for (const file of globSync('src/{features/*,platform,app}/server/tables.ts', { cwd: root })) {
  const { tables } = (await import(join(root, file))) as { tables: TableAccess };
  access.set(getOwner(file), tables);
}

/** The demo fills tables of all features. */
const statements = (await listStatements()).filter(({ file }) => getOwner(file) !== 'demo');

const examples = query((db, p: Params<{ id: number }>) =>
  db
    .with('moved', (db) => db.deleteFrom('basket_line').where('affiliate_id', '=', p.id).returning('license_id'))
    .with('old', (db) => db.updateTable('basket as b').set({ version: 1 }).from('person as p').returning('b.version'))
    .insertInto('product')
    .columns(['kind'])
    .expression((eb) => eb.selectFrom(['moved', 'old']).select(sql<'course'>`(select kind from promotion)`.as('kind'))),
);

describe('findTables', () => {
  it('finds tables of all parts of a query, without aliases and CTEs', () => {
    const [found] = listCompiledStatements()
      .filter(({ text }) => text === examples.text)
      .map(({ node }) => findTables(node, known));
    expect(found?.read).toEqual(new Set(['person', 'promotion']));
    expect(found?.written).toEqual(new Set(['basket', 'basket_line', 'product']));
  });

  it('finds tables in raw SQL', () => {
    const raw = rawQuery(
      {},
      () => sql`with x as (insert into ${sql.table('payment')} select from person p, promotion returning 1),
        y as (delete from account using session) update product set kind = 'course' from basket`,
    );
    const [found] = listCompiledStatements()
      .filter(({ text }) => text === raw.text)
      .map(({ node }) => findTables(node, known));
    expect(found?.read).toEqual(new Set(['person', 'promotion', 'session', 'basket']));
    expect(found?.written).toEqual(new Set(['payment', 'account', 'product']));
  });
});

/** Statements on tables known only at run time, or on none, are compiled on each call and not checked here. */
const filesWithDynamicSql = [
  'src/app/server/backup/verify-all.ts',
  'src/app/server/health.ts',
  'src/platform/server/crypto/reencrypt.ts',
  'src/platform/server/privacy/personal-data.ts',
];

describe('tables', () => {
  it('are accessed by compiled statements', () => {
    const files = globSync('src/**/*.{ts,tsx}', {
      cwd: root,
      exclude: ['**/*.test.ts', '**/*testing.ts', 'src/demo/**'],
    });
    const executing = files.filter((file) => /\.execute(TakeFirst\w*)?\(/.test(readFileSync(join(root, file), 'utf8')));
    expect(executing.toSorted()).toEqual(filesWithDynamicSql);
  });

  it('have one owner each', () => {
    const owned = [...access.values()].flatMap(({ owns }) => owns);
    expect(owned.toSorted()).toEqual([...known].toSorted());
  });

  it('are written by their owner only', () => {
    const foreign = statements.flatMap(({ file, node }) => {
      const { owns = [], writes = [] } = access.get(getOwner(file)) ?? {};
      const allowed = new Set<string>([...owns, ...writes]);
      return [...findTables(node, known).written]
        .filter((name) => !allowed.has(name))
        .map((name) => `${file}: ${name}`);
    });
    expect([...new Set(foreign)]).toEqual([]);
  });

  it('are read by features that declare it', () => {
    const undeclared = statements.flatMap(({ file, node }) => {
      const { owns = [], reads = [] } = access.get(getOwner(file)) ?? {};
      const allowed = new Set<string>([...owns, ...reads]);
      return [...findTables(node, known).read].filter((name) => !allowed.has(name)).map((name) => `${file}: ${name}`);
    });
    expect([...new Set(undeclared)]).toEqual([]);
  });

  it.each([...access])('declared by %s are used', (owner, { reads, writes = [] }) => {
    const own = statements.filter(({ file }) => getOwner(file) === owner).map(({ node }) => findTables(node, known));
    const read = new Set(own.flatMap((found) => [...found.read]));
    const written = new Set(own.flatMap((found) => [...found.written]));
    expect(reads.filter((name) => !read.has(name))).toEqual([]);
    expect(writes.filter((name) => !written.has(name))).toEqual([]);
  });
});
