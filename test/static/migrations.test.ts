import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#platform/server/db/migrate.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { lintMigration } from '#test/support/api/lint-migration.ts';

/** The schema of the first release, which is edited in place until then (decision 062). Later files change it. */
const lastOfBaseline = '150_applications.sql';
const migrations = join(import.meta.dirname, '../../migrations');
const names = readdirSync(migrations).toSorted();
const linted = names.filter((name) => name > lastOfBaseline);

const database = await createTestDatabase('template1');
const client = new Client(database.connection);

beforeAll(async () => {
  const folder = join(await createTemporaryFolder(), 'migrations');
  await mkdir(folder);
  for (const name of names.filter((name) => name <= lastOfBaseline))
    await cp(join(migrations, name), join(folder, name));
  await migrate(database.pool, folder);
  await client.connect();
});
afterAll(() => client.end());

describe('migrations', () => {
  it('neither rewrite nor read a table while others wait, and keep what the former version uses', async () => {
    const problems: string[] = [];
    for (const name of linted)
      for (const problem of await lintMigration(client, readFileSync(join(migrations, name), 'utf8'), 'commit'))
        problems.push(`${name} ${problem}`);
    expect(problems).toEqual([]);
  });
});

describe('the lint of migrations', () => {
  beforeAll(() =>
    client.query(
      'create procedure read_all() language plpgsql as $$ begin update dive_log set version = version + 1; end $$',
    ),
  );

  it.each([
    ['alter table dive_log add column x uuid default gen_random_uuid()', 'rewrites dive_log'],
    ['alter table dive_log alter column version type bigint', 'rewrites dive_log'],
    ['create index x on dive_log (version)', 'reads all of dive_log while no one else can write it'],
    ['alter table dive_log add check (version > 0)', 'reads all of dive_log while no one else can write it'],
    [
      'alter table dive_log alter column dive_date set not null',
      'reads all of dive_log while no one else can write it',
    ],
    [
      'alter table dive_log add foreign key (id) references person',
      'reads all of dive_log while no one else can write it',
    ],
    ['alter table dive_log add constraint x unique (version)', 'reads all of dive_log while no one else can write it'],
    ['update dive_log set version = version + 1', 'changes rows of dive_log that no index finds, in one transaction'],
    ['alter table dive_log drop column version', 'removes dive_log.version integer, which the former version uses'],
    [
      'alter table basket rename to cart',
      expect.stringMatching(/removes basket\.\w+ .*, which the former version uses/),
    ],
    ['alter table basket add column x int not null', "requires basket.x, which the former version doesn't set"],
    [
      '-- Outside a transaction\ncreate index x on dive_log (version)',
      'needs a transaction: create index x on dive_log (version)',
    ],
    ['-- Outside a transaction\ncall read_all()', 'reads all of dive_log in each part of read_all'],
    ['-- Outside a transaction\ncall read_all()', 'changes all rows of read_all in one transaction'],
  ])('refuses %s', async (text, problem) => {
    expect(await lintMigration(client, text, 'rollback')).toContainEqual(problem);
  });

  it.each([
    'create table x (id int primary key, dive_log bigint); create index on x (dive_log)',
    'alter table dive_log add column x int not null default 7',
    'alter table dive_log add check (version > 0) not valid',
    'update dive_log set version = 1 where affiliate_id = 7 and id = 8',
    '-- Outside a transaction\ncreate index concurrently x on dive_log (version);',
  ])('accepts %s', async (text) => {
    expect(await lintMigration(client, text, 'rollback')).toEqual([]);
  });
});
