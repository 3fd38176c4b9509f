import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#platform/server/db/migrate.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { describeStatement, type DescribedColumn } from '#test/support/api/describe-statement.ts';

const root = join(import.meta.dirname, '../..');
const migrations = join(root, 'migrations');
/** All statements of version 2.0.116 (commit 84f8f7e4), which runs beside this version during an upgrade. */
const statements = JSON.parse(
  gunzipSync(readFileSync(join(root, 'test/support/data-folder/statements-2.0.116.json.gz'))).toString('utf8'),
) as { file: string; text: string }[];
/** Its last migration. */
const lastMigration = '0039_family_view.sql';

const former = await createTestDatabase('template1');
const current = await createTestDatabase();
const upgraded = await createTestDatabase('template1');
const formerClient = new Client(former.connection);
const currentClient = new Client(current.connection);

async function migrateTo(last: string, pool: Pool): Promise<void> {
  const folder = join(await createTemporaryFolder(), 'migrations');
  await mkdir(folder);
  for (const name of readdirSync(migrations)) if (name <= last) await cp(join(migrations, name), join(folder, name));
  await migrate(pool, folder);
}

beforeAll(async () => {
  await migrateTo(lastMigration, former.pool);
  await formerClient.connect();
  await currentClient.connect();
});
afterAll(async () => {
  await formerClient.end();
  await currentClient.end();
});

/** The names and types of the result, which a prepared statement must keep. Whether a column can be null may change. */
const toShape = (columns: readonly DescribedColumn[]) => columns.map(({ name, type }) => `${name}: ${type}`).join(', ');

async function findProblem(text: string): Promise<string | null> {
  try {
    const before = toShape(await describeStatement(formerClient, text));
    const after = toShape(await describeStatement(currentClient, text));
    // The index that `on conflict` names is looked up when a statement is planned.
    if (!text.startsWith('lock table')) await currentClient.query(`explain (generic_plan) ${text}`);
    return after === before ? null : `returns ${after} instead of ${before}`;
  } catch (error) {
    return (error as Error).message;
  }
}

async function listProblems(): Promise<string[]> {
  const problems: string[] = [];
  for (const { file, text } of statements) {
    const problem = await findProblem(text);
    if (problem !== null) problems.push(`${file}: ${problem} in ${text}`);
  }
  return problems;
}

describe('the statements of the former version', () => {
  it('are planned with the tables of this version and return the same columns', async () => {
    expect(statements.length).toBeGreaterThan(700);
    expect(await listProblems()).toEqual([]);
  });

  it('fail without what migrations keep for them', async () => {
    await currentClient.query('begin');
    await currentClient.query('alter table dive_log drop column dive_number cascade');
    const text = 'select l.dive_number from dive_log as l';
    await expect(findProblem(text)).resolves.toBe('column l.dive_number does not exist');
    await currentClient.query('rollback; begin; alter table dive_log drop constraint dive_log_affiliate_id_key_key');
    const insert = statements.find(({ text }) =>
      text.includes('on conflict ("affiliate_id", "key") do nothing returning cast'),
    );
    await expect(findProblem(insert?.text ?? '')).resolves.toMatch('no unique or exclusion constraint matching');
    await currentClient.query('rollback; begin; alter table dive_log alter column dive_location type varchar(100)');
    await expect(findProblem('select dive_location from dive_log')).resolves.toBe(
      'returns dive_location: varchar instead of dive_location: text',
    );
    await currentClient.query('rollback');
  });
});

describe('rows of the former version', () => {
  const findSearchNames = async () =>
    (await upgraded.pool.query<{ names: string[] }>('select array_agg(distinct search_name) as names from person'))
      .rows[0]?.names;

  it('get names for the search, also those that another transaction has locked', async () => {
    await migrateTo('0042_search.sql', upgraded.pool);
    await upgraded.pool.query(
      `insert into person (affiliate_id, sub, email, given_name, family_name)
       select id, id, id || '@b.test', 'Zoë', 'Łukas' from generate_series(600001, 601200) id`,
    );
    await upgraded.pool.query('update person set search_name = null, search_family_name = null');
    const writer = await upgraded.pool.connect();
    await writer.query('begin; select from person where affiliate_id = 600600 for update');
    const migrating = migrate(upgraded.pool, migrations);
    const countFilled = async () => {
      const { rows } = await upgraded.pool.query<{ count: number }>('select count(search_name)::int from person');
      return rows[0]?.count;
    };
    await expect.poll(countFilled).toBe(1_199);
    await writer.query('commit');
    writer.release();
    await migrating;
    expect(await findSearchNames()).toEqual([' zoe lukas']);
    await upgraded.pool.query("update person set given_name = 'Ömer' where affiliate_id > 600002");
    await upgraded.pool.query("insert into person (affiliate_id, sub, email, given_name) values (7, '7', '7', 'Ömer')");
    expect(await findSearchNames()).toEqual([' omer', ' omer lukas', ' zoe lukas']);
  }, 60_000);

  it('get no dive numbers, because nobody keeps them right', async () => {
    await upgraded.pool.query(
      `insert into dive_log (affiliate_id, key, log_type, dive_title, dive_location, dive_date, dive_type, max_depth_m,
         bottom_time_min, status)
       values (600001, gen_random_uuid(), 'Recreational', 'Reef', 'Bay', '2026-01-02', 'Shore', 9, 30, 'Logged')`,
    );
    const renumber = statements.find(({ text }) => text.includes('row_number()') && text.includes('update "dive_log"'));
    await upgraded.pool.query(renumber?.text ?? '', [600_001, '2026-01-01']);
    await upgraded.pool.query("update dive_log set dive_number = null, dive_title = 'Wreck'");
    const { rows } = await upgraded.pool.query('select dive_number, dive_title from dive_log');
    expect(rows).toEqual([{ dive_number: null, dive_title: 'Wreck' }]);
  });
});
