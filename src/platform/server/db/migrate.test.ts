import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { migrate } from './migrate.ts';

const { pool } = await createTestDatabase();
const root = await createTemporaryFolder();
let folder: string;

async function query(sql: string): Promise<unknown[]> {
  return (await pool.query(sql)).rows;
}

beforeEach(async () => {
  folder = await mkdtemp(join(root, 'migrations-'));
  await pool.query('drop table if exists reef, wreck; truncate migration');
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

  it('rejects a file that changed after it was applied', async () => {
    await migrate(pool, folder);
    await writeFile(join(folder, '0001_reef.sql'), 'create table reef (id bigint primary key);');
    await expect(migrate(pool, folder)).rejects.toThrow('migration 0001_reef.sql was changed after it was applied');
  });

  it('ignores other files in the folder', async () => {
    await writeFile(join(folder, 'README.md'), 'not SQL');
    expect(await migrate(pool, folder)).toEqual(['0001_reef.sql', '0002_wreck.sql']);
  });
});
