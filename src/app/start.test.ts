import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../platform/server/audit.ts';
import { openDatabase } from '../platform/server/db.ts';
import { hashToken, randomToken } from '../platform/server/secrets.ts';
import { temporaryFolder } from '../platform/testing/folder.ts';
import { findFreePort, SpawnedPortal } from './spawned-portal.ts';

const folder = await temporaryFolder();
const settings = { DATA_DIR: join(folder, 'data'), PORT: await findFreePort() };
const diver = { sub: 'd1be0000-0000-5000-8000-000000000001', affiliateId: 400_001 };
const stamp = join(import.meta.dirname, '../../dist/web/.built-from');
const started: SpawnedPortal[] = [];
let portal: SpawnedPortal;

function launch(changes: Record<string, string> = {}): SpawnedPortal {
  const fresh = new SpawnedPortal({ ...settings, ...changes });
  started.push(fresh);
  return fresh;
}

async function refusal(changes: Record<string, string>) {
  const refused = launch(changes);
  return { code: await refused.ended, output: (refused.stdout + refused.stderr).trimEnd() };
}

/** All that a start could do a second time. */
async function workDone() {
  const [database] = await portal.query(`select
    (select jsonb_agg(migration order by name) from migration) as migrations,
    (select jsonb_agg(jsonb_build_array(account, account.xmin::text) order by sub) from account) as accounts,
    (select jsonb_agg(jsonb_build_array(person, person.xmin::text) order by affiliate_id) from person) as people,
    (select jsonb_agg(kid) from signing_key) as keys`);
  return { database, builtAtMs: statSync(stamp).mtimeMs };
}

async function putLanguage(languageCode: string): Promise<Response> {
  return fetch(`${portal.baseUrl}/api/account/user/update/language/diver@demo.test`, {
    method: 'PUT',
    headers: { ...(await portal.headersOf(diver)), 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'diver@demo.test', languageCode }),
  });
}

async function readVersion(): Promise<number> {
  const [row] = await portal.query<{ version: number }>('select version from person where affiliate_id = 400001');
  return row?.version ?? 0;
}

beforeAll(async () => {
  portal = await launch().ready();
}, 180_000);

afterAll(async () => {
  for (const one of started) await one.kill('SIGKILL');
}, 60_000);

describe('a first start', () => {
  it('says where it is ready, and who can sign in', async () => {
    expect(portal.stdout).toMatch(new RegExp(`^ready at http://localhost:${settings.PORT}\n`));
    expect(portal.stdout).toContain('Diver123');
    expect(portal.stdout).toMatch(/diver@demo\.test +Maren Lindqvist/);
    expect(portal.stderr).toBe('');
    expect((await fetch(`${portal.baseUrl}/readyz`)).status).toBe(200);
    const page = await fetch(portal.baseUrl, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<script type="module"');
  });
});

describe('a start that cannot succeed ends with one line and code 1', () => {
  it.each([
    ['a wrong setting', { PORT: 'abc' }, /^PORT=abc: must be a whole number from 0 to 65535$/],
    ['a missing brand file', { BRAND_FILE: 'missing.json' }, /^BRAND_FILE=missing\.json: .*no such file.*$/],
    ['an unreachable database', { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }, /^DATABASE_URL: cannot connect to 127\.0\.0\.1:1 \(.*ECONNREFUSED.*\)$/],
  ])('%s', async (_name, changes, line) => {
    const { code, output } = await refusal(changes);
    expect(output).toMatch(line);
    expect(code).toBe(1);
  });

  it('a data folder that another process holds', async () => {
    const { code, output } = await refusal({ PORT: '0' });
    expect(output).toMatch(/^The data folder .* is in use by process \d+: .*$/);
    expect(output).toContain(settings.DATA_DIR);
    expect(code).toBe(1);
  });

  it('a port that is taken', async () => {
    const { code, output } = await refusal({ DATABASE_URL: portal.databaseUrl });
    expect(output).toBe(`PORT=${settings.PORT}: another process already listens there`);
    expect(code).toBe(1);
  });
});

describe('SIGTERM', () => {
  it('lets the request in flight finish, stops the database cleanly, and a second start does no work twice', async () => {
    const lock = await portal.connect();
    await lock.query('begin; select from person where affiliate_id = 400001 for update');
    const answer = putLanguage('sv-SE');
    await expect
      .poll(() => portal.query("select from pg_stat_activity where wait_event_type = 'Lock'"))
      .toHaveLength(1);
    portal.process.kill('SIGTERM');
    await expect.poll(() => fetch(`${portal.baseUrl}/readyz`).then((reply) => reply.ok, () => false)).toBe(false);
    const before = await workDone();
    await lock.query('rollback');
    await lock.end();
    expect((await answer).status).toBe(200);
    expect(await portal.ended).toBe(0);
    expect(existsSync(join(settings.DATA_DIR, 'postgres/postmaster.pid'))).toBe(false);
    expect(existsSync(join(settings.DATA_DIR, 'postgres.json'))).toBe(false);

    portal = await launch().ready();
    const [language] = await portal.query('update person set language = $1 where affiliate_id = 400001 returning language', ['en-US']);
    expect(language).toEqual({ language: 'en-US' });
    expect(before).toBeDefined();
  });
});
