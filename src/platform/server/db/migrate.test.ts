import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { migrate } from './migrate.ts';
import { UnusableDatabaseError } from './unusable-database.ts';

const { pool } = await createTestDatabase();
const root = await createTemporaryFolder();
let folder: string;

async function query(sql: string): Promise<unknown[]> {
  return (await pool.query(sql)).rows;
}

const describeDatabase = () =>
  query(`select c.relname, m.name, m.hash, m.applied_at, c.xmin::text
    from pg_class c left join migration m on c.relname = 'migration' where c.relnamespace = 'public'::regnamespace order by 1, 2`);

beforeEach(async () => {
  folder = await mkdtemp(join(root, 'migrations-'));
  await pool.query('drop table if exists reef, wreck, atoll; truncate migration');
  await writeFile(join(folder, '0002_wreck.sql'), 'create table wreck (reef int references reef);');
  await writeFile(join(folder, '0001_reef.sql'), 'create table reef (id int primary key);');
});

describe('migrate', () => {
  it('applies each file once, in the order of their names', async () => {
    expect(await migrate(pool, folder)).toEqual(['0001_reef.sql', '0002_wreck.sql']);
    expect(await migrate(pool, folder)).toEqual([]);
    await writeFile(join(folder, '0003_more.sql'), 'insert into reef values (1);');
    expect(await migrate(pool, folder)).toEqual(['0003_more.sql']);
    expect(await query('select * from reef')).toEqual([{ id: 1 }]);
  });

  it('applies each file once for concurrent processes', async () => {
    await writeFile(join(folder, '0003_more.sql'), 'insert into reef values (1);');
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(pool, folder)));
    expect(applied.flat().toSorted()).toEqual(['0001_reef.sql', '0002_wreck.sql', '0003_more.sql']);
  });

  it('rolls back a failing file, names it, and retries it later', async () => {
    const file = join(folder, '0003_more.sql');
    await writeFile(file, 'insert into reef values (7); select nonsense;');
    await expect(migrate(pool, folder)).rejects.toThrow(/^migration 0003_more\.sql: .*nonsense/);
    expect(await query('select * from reef')).toEqual([]);
    await writeFile(file, 'insert into reef values (8);');
    expect(await migrate(pool, folder)).toEqual(['0003_more.sql']);
    expect(await query('select * from reef')).toEqual([{ id: 8 }]);
  });

  it('applies nothing to a database of a newer version, which has more files', async () => {
    await writeFile(join(folder, '0003_more.sql'), 'insert into reef values (1);');
    await migrate(pool, folder);
    await rm(join(folder, '0003_more.sql'));
    expect(await migrate(pool, folder)).toEqual([]);
  });

  it.each([
    ['a changed file', '0001_reef.sql', '0001_reef.sql', 'create table reef (id bigint primary key);'],
    ['a file of another name', '0001_reef.sql', '0001_atoll.sql', 'create table atoll (id int primary key);'],
    ['a file before an applied one', '0002_wreck.sql', '0001b_atoll.sql', 'create table atoll (id int primary key);'],
  ])('refuses a database of another schema, and changes nothing: %s', async (_case, different, name, text) => {
    await migrate(pool, folder);
    const before = await describeDatabase();
    if (name === '0001_atoll.sql') await rm(join(folder, '0001_reef.sql'));
    await writeFile(join(folder, name), text);
    await writeFile(join(folder, '0003_more.sql'), 'insert into reef values (1);');
    const error = await migrate(pool, folder).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnusableDatabaseError);
    expect((error as Error).message).toBe(
      `the database has a different schema (${different}), which this version can't use: set DATABASE_URL to an empty ` +
        "database, or run `npm run demo:reset` if it is the demo's data folder",
    );
    expect(await describeDatabase()).toEqual(before);
  });

  it('ignores other files in the folder', async () => {
    await writeFile(join(folder, 'README.md'), 'not SQL');
    expect(await migrate(pool, folder)).toEqual(['0001_reef.sql', '0002_wreck.sql']);
  });
});
