import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { expect, inject, it } from 'vitest';
import { demoPeople } from '#features/identity/server/public.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { toDatabaseUrl } from '#test/support/api/backup-testing.ts';
import { findAuditProblems } from '#test/support/api/audit-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { runScript } from '#test/support/api/spawned-portal.ts';
import { resetDemo } from './reset-demo.ts';

const { services, request } = await testPortal();
const { pool } = services.database;

it('replaces everything by the demo and keeps the accounts', async () => {
  await pool.query("insert into person (affiliate_id, sub, given_name) values (900001, 'visitor', 'Visitor')");
  await pool.query("update person set given_name = 'Changed' where affiliate_id = 400001");
  await resetDemo(services);
  const { rows } = await pool.query('select given_name from person where affiliate_id in (400001, 900001)');
  expect(rows).toEqual([{ given_name: 'Maren' }]);
  expect((await request('staff@demo.test', 'GET', '/api/applications/Applications/desk')).json()).toMatchObject({
    total: 60,
  });
  expect(await findAuditProblems(services)).toEqual([]);
});

it('is refused for other databases, before anything is deleted', async () => {
  const { rows: names } = await pool.query<{ name: string }>('select current_database() as name');
  const settings: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    DATA_DIR: services.env.DATA_DIR,
    DATABASE_URL: toDatabaseUrl({ ...inject('postgres'), database: names[0]?.name ?? '' }),
    SECRET_KEY: services.env.SECRET_KEYS[0],
  };
  const file = join(services.env.DATA_DIR, 'files/kept~');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'kept');
  expect(await runScript('demo-reset.ts', [], settings)).toMatchObject({
    code: 1,
    stderr: 'demo:reset: set DEMO=true to delete everything in the database of DATABASE_URL\n',
  });
  await pool.query("update person set sub = 'someone' where affiliate_id = 400001");
  expect(await runScript('demo-reset.ts', [], { ...settings, DEMO: 'true' })).toMatchObject({
    code: 1,
    stderr: 'this is not the database of a demo\n',
  });
  await expect(resetDemo(services)).rejects.toThrow('this is not the database of a demo');
  expect(await readFile(file, 'utf8')).toBe('kept');
  const { rows } = await pool.query('select count(*)::int > 8 as "hasPeople" from person');
  expect(rows).toEqual([{ hasPeople: true }]);
});

it('is refused without DEMO', async () => {
  const env = { ...services.env, DEMO: false };
  await expect(resetDemo({ ...services, env })).rejects.toThrow('only with DEMO=true');
});

it('replaces a demo that was created with another schema', async () => {
  const { connection } = await createTestDatabase('template1');
  const settings: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    DATA_DIR: await createTemporaryFolder(),
    DATABASE_URL: toDatabaseUrl(connection),
    DEMO: 'true',
  };
  const reset = () => runScript('demo-reset.ts', [], settings);
  const runSql = async (text: string, work = async () => undefined as unknown) => {
    const client = new Client(connection);
    await client.connect();
    try {
      const { rows } = await client.query(text);
      await work();
      return rows as unknown[];
    } finally {
      await client.end();
    }
  };
  const error = (line: string) => ({ code: 1, stderr: `${line}\n` });
  await runSql(`create table migration (name text, hash text); insert into migration values ('0001_platform.sql', 'x');
    create table person (affiliate_id bigint, sub text); insert into person values (400001, 'someone')`);
  expect(await reset()).toMatchObject(error('this is not the database of a demo'));
  await runSql(`update person set sub = '${demoPeople[0]?.sub}'`, async () =>
    expect(await reset()).toMatchObject(error('other processes are connected to the database: stop the portal first')),
  );
  expect(await reset()).toMatchObject({ code: 0, stderr: '' });
  expect(await runSql('select given_name from person where affiliate_id = 400001')).toEqual([{ given_name: 'Maren' }]);
}, 600_000);
