import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { createJobQueues } from '#platform/server/jobs/jobs.ts';
import type { Mailer } from '#platform/server/mail/mailer.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { connectionFilePath } from './database-connection.ts';
import { listAllJobs } from './jobs.ts';
import { runScript } from '#test/support/api/spawned-portal.ts';

const database = await createTestDatabase();
await createJobQueues(database.pool, listAllJobs({ job: { name: 'mail' } } as unknown as Mailer));
const dataDir = await createTemporaryFolder();
const settings = {
  PATH: process.env['PATH'],
  DATA_DIR: dataDir,
  SECRET_KEY: 'only-for-tests-only-for-tests-only-for-tests',
};
const writeConnectionFile = (connection: object) =>
  writeFileSync(connectionFilePath({ DATA_DIR: dataDir }), JSON.stringify(connection));

test('commands fail when no portal is running, also with a stale connection file', async () => {
  const failure = {
    code: 1,
    stdout: '',
    stderr: `no portal is running on ${dataDir}: start it or set DATABASE_URL\n`,
  };
  expect(await runScript('verify-audit.ts', [], settings)).toEqual(failure);
  writeConnectionFile({ ...database.connection, port: 1 });
  expect(await runScript('verify-audit.ts', [], settings)).toEqual(failure);
});

test('rotate-sign-in-key creates a key and prints its id', async () => {
  writeConnectionFile(database.connection);
  const { code, stdout, stderr } = await runScript('rotate-sign-in-key.ts', [], settings);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { rows } = await database.pool.query<{ kid: string }>('select kid from signing_key where signs_from > now()');
  expect(rows.map(({ kid }) => stdout.includes(`signed with key ${kid} from tomorrow`))).toEqual([true]);
});

test('reencrypt encrypts values of an older key again and prints how many', async () => {
  writeConnectionFile(database.connection);
  const SECRET_KEY = `another-for-tests-another-for-tests-another,${settings.SECRET_KEY}`;
  expect(await runScript('reencrypt.ts', [], { ...settings, SECRET_KEY })).toEqual({
    code: 0,
    stdout: '- signing_key.sealed_jwk: 1 re-encrypted\n1 re-encrypted, 0 already encrypted with the newest key\n',
    stderr: '',
  });
});

test('reset-factor removes second factors and records it', async () => {
  writeConnectionFile(database.connection);
  const { rows } = await database.pool.query<{ sub: string }>(
    `insert into account (email, given_name, family_name, locale, affiliate_type_id)
     values ('last@example.test', 'Lena', 'Last', 'en-US', ${affiliateType.staff}) returning sub`,
  );
  const sub = rows[0]?.sub;
  await database.pool.query(
    `insert into person (sub, email, given_name, affiliate_type_id)
     values ($1, 'last@example.test', 'Lena', ${affiliateType.staff})`,
    [sub],
  );
  await database.pool.query("insert into second_factor (sub, sealed_secret) values ($1, 'x')", [sub]);
  await database.pool.query("insert into recovery_code (sub, code_hash) values ($1, 'x')", [sub]);
  const { code, stdout } = await runScript('reset-factor.ts', ['last@example.test'], settings);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('app removed') as string });
  const { rows: left } = await database.pool.query(
    `select (select count(*)::int from second_factor) + (select count(*)::int from recovery_code) as factors,
       (select count(*)::int from security_log where kind = 'factor.reset') as events,
       (select count(*)::int from audit_entry where action = 'account.factor_reset') as entries`,
  );
  expect(left).toEqual([{ factors: 0, events: 1, entries: 1 }]);
  expect(await runScript('reset-factor.ts', ['nobody@example.test'], settings)).toMatchObject({
    code: 1,
    stderr: 'no account with the email address nobody@example.test\n',
  });
});
