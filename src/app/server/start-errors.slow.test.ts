import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrate } from '#platform/server/db/migrate.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { toDatabaseUrl } from '#test/support/api/backup-testing.ts';
import { SpawnedPortal } from '#test/support/api/spawned-portal.ts';

const folder = await createTemporaryFolder();
const former = await createTestDatabase('template1');
const formerMigrations = join(folder, 'former-migrations');
await mkdir(formerMigrations);
await writeFile(join(formerMigrations, '0001_platform.sql'), 'create table person (affiliate_id bigint);');
await migrate(former.pool, formerMigrations);
const listTables = async () =>
  (await former.pool.query("select relname from pg_class where relnamespace = 'public'::regnamespace order by 1")).rows;
const tablesBefore = await listTables();

describe.concurrent('failed start prints one line and exits with code 1', { timeout: 120_000 }, () => {
  it.each([
    ['a wrong setting', { PORT: 'abc' }, /^PORT=abc: must be a whole number from 0 to 65535$/],
    ['a missing brand file', { BRAND_FILE: 'missing.json' }, /^BRAND_FILE=missing\.json: .*no such file.*$/],
    [
      'an unreachable database',
      { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' },
      /^DATABASE_URL: cannot connect to 127\.0\.0\.1:1 \(.*ECONNREFUSED.*\)$/,
    ],
    [
      'a database of another schema',
      { DATABASE_URL: toDatabaseUrl(former.connection) },
      /^the database has a different schema \(0001_platform\.sql\), which this version can't use: .*$/,
    ],
  ])('%s', async (_name, changes, line) => {
    const failed = new SpawnedPortal({ DATA_DIR: folder, ...changes });
    expect(await failed.ended).toBe(1);
    expect((failed.stdout + failed.stderr).trimEnd()).toMatch(line);
    expect(await listTables()).toEqual(tablesBefore);
  });
});
