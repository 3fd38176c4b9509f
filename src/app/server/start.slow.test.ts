import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '#test/support/free-port.ts';
import { hashToken, randomToken } from '#platform/server/crypto/secrets.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { runScript, SpawnedPortal } from '#test/support/api/spawned-portal.ts';

const folder = await createTemporaryFolder();
const settings = { DATA_DIR: join(folder, 'data'), PORT: String(await findFreePort()) };
const diver = { sub: 'd1be0000-0000-5000-8000-000000000001', affiliateId: 400_001 };
const stamp = join(import.meta.dirname, '../../../dist/web/.built-from');
const started: SpawnedPortal[] = [];
let portal: SpawnedPortal;

function launch(changes: Record<string, string> = {}): SpawnedPortal {
  const fresh = new SpawnedPortal({ ...settings, ...changes });
  started.push(fresh);
  return fresh;
}

async function startAndFail(changes: Record<string, string>) {
  const failed = launch(changes);
  return { code: await failed.ended, output: (failed.stdout + failed.stderr).trimEnd() };
}

/** Everything a second start must not change. */
async function readStartState() {
  const [database] = await portal.query(`select
    (select jsonb_agg(migration order by name) from migration) as migrations,
    (select jsonb_agg(jsonb_build_array(account, account.xmin::text) order by sub) from account
      where sub <> '${diver.sub}') as accounts,
    (select jsonb_agg(jsonb_build_array(person, person.xmin::text) order by affiliate_id) from person
      where affiliate_id <> ${diver.affiliateId}) as people,
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

async function putName(firstName: string): Promise<Response> {
  const names = { firstName, middleName: '', lastName: 'Lindqvist', birthDate: '1987-05-21', gender: 'Female' };
  return fetch(`${portal.baseUrl}/api/account/user/update/diver@demo.test`, {
    method: 'PUT',
    headers: { ...(await portal.headersOf(diver)), 'content-type': 'application/json' },
    body: JSON.stringify({ affiliateId: diver.affiliateId, ...names }),
  });
}

async function readDiver(): Promise<{ language: string; version: number }> {
  const sql = 'select language, version from person where affiliate_id = $1';
  const [row] = await portal.query<{ language: string; version: number }>(sql, [diver.affiliateId]);
  return row ?? { language: '', version: 0 };
}

async function isServing(): Promise<boolean> {
  return fetch(`${portal.baseUrl}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  );
}

beforeAll(async () => {
  portal = await launch().ready();
}, 180_000);

afterAll(async () => {
  for (const process of started) await process.kill('SIGKILL');
}, 60_000);

describe('first start', () => {
  it('prints its URL and the demo accounts', async () => {
    expect(portal.stdout).toMatch(new RegExp(`^ready at http://localhost:${settings.PORT}\n`));
    expect(portal.stdout).toContain('Diver123');
    expect(portal.stdout).toMatch(/diver@demo\.test +Maren Lindqvist/);
    expect(portal.stderr).toBe('');
    expect((await fetch(`${portal.baseUrl}/readyz`)).status).toBe(200);
    const page = await fetch(portal.baseUrl, { headers: { accept: 'text/html' } });
    expect(await page.text()).toMatch(/"main":"\/assets\/index-[\w-]+\.js"/);
  });
});

describe('npm run token', () => {
  const run = (...args: string[]) => runScript('token.ts', args, portal.settings);

  it('prints a token with a session that the running portal accepts', async () => {
    const { code, stdout, stderr } = await run('diver@demo.test');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\{"token":"[\w.-]+","affiliateId":400001\}\n$/);
    const { token, affiliateId } = JSON.parse(stdout);
    const headers = { authorization: `Bearer ${token}`, 'affiliate-id': String(affiliateId) };
    expect((await fetch(`${portal.baseUrl}/api/dsd/GetCheckpointData`, { headers })).status).toBe(200);
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    expect(await portal.query('select ended_at from session where id = $1', [sid])).toEqual([{ ended_at: null }]);
  });

  it('fails with one line for an unknown person and in production', async () => {
    expect(await run('nobody@demo.test')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'token: no person with the email address nobody@demo.test\n',
    });
    const inProduction = { ...portal.settings, NODE_ENV: 'production' };
    expect(await runScript('token.ts', ['diver@demo.test'], inProduction)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'token: not available in production\n',
    });
  });
});

describe('failed start prints one line and exits with code 1', () => {
  it('data folder in use by another process', async () => {
    const { code, output } = await startAndFail({ PORT: '0' });
    expect(output).toMatch(/^The data folder .* is in use by process \d+: .*$/);
    expect(output).toContain(settings.DATA_DIR);
    expect(code).toBe(1);
  });

  it('port in use', async () => {
    const { code, output } = await startAndFail({ DATABASE_URL: portal.databaseUrl });
    expect(output).toBe(`PORT=${settings.PORT}: port is already in use`);
    expect(code).toBe(1);
  });
});

describe('SIGTERM', () => {
  it('finishes the request in flight, stops the database cleanly and repeats no work at the next start', async () => {
    const before = await readStartState();
    const lock = await portal.connect();
    await lock.query(`begin; select from person where affiliate_id = ${diver.affiliateId} for update`);
    const answer = putLanguage('sv-SE');
    const openTab = new WebSocket(`${portal.baseUrl.replace('http', 'ws')}/api/graphql`, 'graphql-transport-ws');
    await once(openTab, 'open');
    await expect
      .poll(() => portal.query("select from pg_stat_activity where wait_event_type = 'Lock'"))
      .toHaveLength(1);
    portal.process.kill('SIGTERM');
    // The terminal and npm both send a signal on Ctrl-C.
    portal.process.kill('SIGINT');
    await expect.poll(isServing).toBe(false);
    await lock.query('rollback');
    await lock.end();
    expect((await answer).status).toBe(200);
    expect(await portal.ended).toBe(0);
    expect(existsSync(join(settings.DATA_DIR, 'postgres/postmaster.pid'))).toBe(false);
    expect(existsSync(join(settings.DATA_DIR, 'postgres.json'))).toBe(false);

    portal = await launch().ready();
    expect(await readStartState()).toEqual(before);
    expect(await readDiver()).toMatchObject({ language: 'sv-SE' });
  }, 60_000);
});

describe('second SIGINT', () => {
  it('exits immediately while a request is pending', async () => {
    const lock = await portal.connect();
    await lock.query(`begin; select from person where affiliate_id = ${diver.affiliateId} for update`);
    const answer = putLanguage('de-DE').catch(() => null);
    await expect
      .poll(() => portal.query("select from pg_stat_activity where wait_event_type = 'Lock'"))
      .toHaveLength(1);
    portal.process.kill('SIGINT');
    await expect.poll(isServing).toBe(false);
    await expect
      .poll(() => {
        portal.process.kill('SIGINT');
        return portal.process.exitCode;
      })
      .toBe(1);
    expect(await answer).toBeNull();
    portal = await launch().ready();
  }, 60_000);
});

describe('embedded database that exits', () => {
  it('stops the portal with one line and code 1', async () => {
    const [postmaster = ''] = readFileSync(join(settings.DATA_DIR, 'postgres/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(postmaster), 'SIGQUIT');
    expect(await portal.ended).toBe(1);
    expect(portal.stderr).toMatch(/^PostgreSQL exited unexpectedly \(\w+\)\n$/);
    portal = await launch().ready();
  }, 60_000);
});

describe('SIGKILL during writes', () => {
  it('loses no acknowledged write', async () => {
    const { version: before } = await readDiver();
    let sent = 0;
    let acknowledged = 0;
    const write = async () => {
      while (sent < 2_000) {
        sent++;
        const reply = await putName(`Maren ${sent}`).catch(() => null);
        if (reply?.status !== 200) return;
        acknowledged++;
        if (acknowledged === 150) portal.process.kill('SIGKILL');
      }
    };
    await Promise.all([write(), write(), write(), write()]);
    expect(await portal.ended).toBeNull();
    expect(acknowledged).toBeGreaterThanOrEqual(150);

    portal = await launch().ready();
    const written = (await readDiver()).version - before;
    expect(written).toBeGreaterThanOrEqual(acknowledged);
    expect(written).toBeLessThanOrEqual(sent);
    expect(await runScript('verify-audit.ts', ['--all'], portal.settings)).toMatchObject({ code: 0, stderr: '' });
  }, 60_000);
});

describe('two processes on one database', () => {
  it('reject a session that the other process ended', async () => {
    const other = await launch({
      PORT: String(await findFreePort()),
      BASE_URL: portal.baseUrl,
      DATABASE_URL: portal.databaseUrl,
      DATA_DIR: join(folder, 'other'),
    }).ready();
    const secret = randomToken();
    const [session] = await portal.query<{ id: string }>(
      `insert into session (affiliate_id, secret_hash, expires_at) values ($1, $2, now() + interval '1 hour') returning id`,
      [diver.affiliateId, hashToken(secret)],
    );
    const headers = await portal.headersOf(diver, session?.id);
    const statusOnOther = async () =>
      (await fetch(`http://localhost:${other.port}/api/dsd/GetCheckpointData`, { headers })).status;
    expect(await statusOnOther()).toBe(200);

    const ended = await fetch(`${portal.baseUrl}/api/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: portal.baseUrl,
        cookie: `__Host-session=${diver.affiliateId}.${secret}`,
      },
      body: JSON.stringify({ query: 'mutation { deleteSession { logout } }' }),
    });
    expect(await ended.json()).toEqual({ data: { deleteSession: { logout: true } } });
    await expect.poll(statusOnOther).toBe(401);
    expect(await other.kill('SIGINT')).toBe(0);
    expect(await portal.kill('SIGINT')).toBe(0);
  }, 60_000);
});
