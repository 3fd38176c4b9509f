import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '#test/support/free-port.ts';
import { createAccessTokens } from '#platform/server/auth/access-tokens.ts';
import { openDatabase } from '#platform/server/db/database.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { createJobQueues } from '#platform/server/jobs/jobs.ts';
import { startPostgres } from '#platform/server/postgres/postgres.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { runScript, SpawnedPortal } from '#test/support/api/spawned-portal.ts';

interface StoredRows {
  /** By schema and table; each row is PostgreSQL's literal of it. */
  tables: Record<string, { columns: string[]; rows: string[] }>;
  sequences: { name: string; last_value: string }[];
}

const root = join(import.meta.dirname, '../../..');
/** Made by version 2.0.116 with the demo, drafts that were open and jobs that were queued when it stopped. */
const archive = unzipSync(readFileSync(join(root, 'test/support/data-folder/v2.0.116.zip')));
const lastMigration = '0037';
const folder = await createTemporaryFolder();
const dataDir = join(folder, 'data');
const settings = {
  PATH: process.env['PATH'] ?? '',
  DATA_DIR: dataDir,
  PORT: String(await findFreePort()),
  SECRET_KEY: Buffer.from(archive['secret'] ?? [])
    .toString('utf8')
    .trim(),
};
let portal: SpawnedPortal;

/** The tables as the older version had them; an upgrade that adds a migration applies it at the start under test. */
async function restoreDatabase(): Promise<void> {
  const migrations = join(folder, 'migrations');
  await mkdir(migrations);
  for (const name of await readdir(join(root, 'migrations')))
    if (name.slice(0, 4) <= lastMigration) await cp(join(root, 'migrations', name), join(migrations, name));
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), settings: { fsync: 'off' } });
  const database = openDatabase({ connection: postgres.connection, poolSize: 2 });
  try {
    await migrate(database.pool, migrations);
    await createJobQueues(database.pool, []);
    await insertRows(database.pool, JSON.parse(Buffer.from(archive['rows.json'] ?? []).toString('utf8')) as StoredRows);
    // Drafts are deleted a year after their last change, and the archive doesn't get younger.
    await database.pool.query('update form_draft set updated_at = now()');
  } finally {
    await database.close();
    await postgres.stop();
  }
}

async function insertRows(pool: Pool, { tables, sequences }: StoredRows): Promise<void> {
  const client = await pool.connect();
  try {
    // Rows refer to each other in both directions, so no order of tables fits.
    await client.query("set session_replication_role = 'replica'");
    await client.query(`truncate ${Object.keys(tables).join(', ')} cascade`);
    for (const [name, { columns, rows }] of Object.entries(tables)) {
      const list = columns.map((column) => `"${column}"`).join(', ');
      await client.query(`create temporary table copied as select ${list} from ${name} limit 0`);
      await client.query(
        `insert into ${name} (${list}) overriding system value
         select (literal::copied).* from unnest($1::text[]) as literal`,
        [rows],
      );
      await client.query('drop table copied');
    }
    for (const { name, last_value: value } of sequences) await client.query('select setval($1, $2)', [name, value]);
  } finally {
    client.release(true);
  }
}

beforeAll(async () => {
  await restoreDatabase();
  for (const [name, bytes] of Object.entries(archive)) {
    if (!name.startsWith('files/')) continue;
    await mkdir(dirname(join(dataDir, name)), { recursive: true });
    await writeFile(join(dataDir, name), bytes);
  }
  portal = await new SpawnedPortal({ ...settings, LOOP_DELAY_LIMIT_MS: '0' }).ready();
}, 180_000);
afterAll(async () => {
  await portal.kill('SIGTERM');
});

async function readAs(email: string, path: string): Promise<unknown> {
  const [person] = await portal.query<{ sub: string; affiliateId: number; affiliateTypeId: number }>(
    `select sub, affiliate_id::int as "affiliateId", affiliate_type_id as "affiliateTypeId" from person where email = $1`,
    [email],
  );
  if (person === undefined) throw new Error(`no person has the address ${email}`);
  const { token } = await createAccessTokens([settings.SECRET_KEY], portal.baseUrl).mint({
    ...person,
    sessionId: crypto.randomUUID(),
    isEmailVerified: true,
  });
  const headers = { authorization: `Bearer ${token}`, 'affiliate-id': String(person.affiliateId) };
  return (await fetch(`${portal.baseUrl}${path}`, { headers })).json();
}

describe('a data folder of version 2.0.116', () => {
  it('runs every job that was queued', async () => {
    const left = () =>
      portal.query(`select name, state, output from pgboss.job
        where state = 'failed' or (state in ('created', 'retry', 'active') and created_on < '2026-11-17T04:00Z' and start_after < now())`);
    await expect.poll(left, { timeout: 60_000 }).toEqual([]);
    expect(
      await portal.query("select 1 from mail_outbox where to_address = 'diver@demo.test' and state = 'kept'"),
    ).toHaveLength(1);
  });

  it.each([
    ['verify-audit.ts', 'entries'],
    ['verify-forms.ts', '3 records'],
    ['check-ledger.ts', '6 transactions'],
  ])('passes %s', async (script, text) => {
    const { code, stdout, stderr } = await runScript(script, [], settings);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(text);
  });

  it('opens the drafts that were begun', async () => {
    const drafts = await readAs('student@demo.test', '/api/forms/Drafts');
    expect(drafts).toMatchObject([{ id: '3f59de16-cb2d-42f1-a2b2-c15a6529fb1f', packet: 'medical' }]);
    const draft = await readAs('student@demo.test', '/api/forms/Drafts/3f59de16-cb2d-42f1-a2b2-c15a6529fb1f');
    expect(draft).toMatchObject({ answers: { 'medical.q1': 'no', 'medical.q2': 'no' } });
    expect(await readAs('candidate@demo.test', '/api/applications/Applications/10017')).toMatchObject({ id: 10_017 });
  });

  it('decrypts everything', async () => {
    const newKey = 'new'.padEnd(40, '.');
    const { code, stderr } = await runScript('reencrypt.ts', [], {
      ...settings,
      SECRET_KEY: `${newKey},${settings.SECRET_KEY}`,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
