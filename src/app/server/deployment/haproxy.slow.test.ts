import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { ensureCommand } from '../../../../scripts/debian-package.ts';

const folder = join(import.meta.dirname, '../../../../deploy/haproxy');
const haproxy = await ensureCommand('haproxy');

describe.skipIf(haproxy === null)('HAProxy in front of PostgreSQL', () => {
  it.each([{}, { DATABASE_BIND: '127.0.0.1:5002', REPLICA_BIND: '127.0.0.1:5003' }])(
    'accepts its configuration with %o',
    async (changes) => {
      const nodes = Object.fromEntries(
        ['PG1', 'PG2', 'PG3'].flatMap((name) => [
          [name, '127.0.0.1:5432'],
          [`${name}_REST`, '8008'],
        ]),
      );
      const env = { ...process.env, HAPROXY_SOCKET: '/tmp/unused.sock', ...nodes };
      const checked = promisify(execFile)(haproxy ?? '', ['-c', '-f', join(folder, 'database.cfg')], {
        env: { ...env, ...changes },
      });
      await expect(checked).resolves.toBeDefined();
    },
  );
});

describe.skipIf(haproxy === null)('HAProxy in front of the portals', async () => {
  if (haproxy === null) return;
  let database: ClientConfig = {};
  const portal = await testPortal({}, undefined, async (connection) => {
    database = connection;
    return {};
  });
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const { port: portalPort } = portal.app.server.address() as AddressInfo;
  const port = await findFreePort();
  const socket = join(await createTemporaryFolder(), 'admin.sock');
  const child = spawn(haproxy, ['-db', '-f', join(folder, 'portal.cfg')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      HAPROXY_SOCKET: socket,
      HAPROXY_BIND: `127.0.0.1:${port}`,
      PORTAL_1: `127.0.0.1:${portalPort}`,
      // Nothing listens there, like a process that is restarted.
      PORTAL_2: `127.0.0.1:${await findFreePort()}`,
    },
  });
  const ended = once(child, 'close');
  afterAll(async () => {
    child.kill('SIGTERM');
    await ended;
  });

  const request = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    const { headers, status } = answer;
    return { status, type: headers.get('content-type'), retry: headers.get('retry-after'), body: await answer.text() };
  };
  /** The state that HAProxy has found for the portal. */
  async function readState(): Promise<string | undefined> {
    const connection = connect(socket).on('error', () => undefined);
    connection.end('show stat\n');
    const lines = (await text(connection).catch(() => '')).split('\n').map((line) => line.split(','));
    return lines.find(([backend, server]) => backend === 'portals' && server === 'portal-1')?.[17];
  }
  async function allowConnections(isAllowed: boolean): Promise<void> {
    const admin = new Client({ ...database, database: 'postgres' });
    await admin.connect();
    const name = admin.escapeIdentifier(database.database ?? '');
    await admin.query(`alter database ${name} allow_connections ${isAllowed}`);
    if (!isAllowed)
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        database.database,
      ]);
    await admin.end();
  }

  it('sends people to a portal that is ready', async () => {
    await expect.poll(readState).toBe('UP');
    expect(await request('/readyz')).toMatchObject({ status: 200, body: 'ok' });
  });

  it("shows pages and the portal's own errors while PostgreSQL is gone", async () => {
    await allowConnections(false);
    await expect.poll(readState).toBe('DOWN');
    expect(await request('/verify')).toMatchObject({ status: 200, type: expect.stringContaining('text/html') });
    const call = await request('/readyz');
    expect(call).toMatchObject({ status: 503, retry: '5' });
    expect(JSON.parse(call.body)).toMatchObject({ errors: [{ code: 'server.overloaded' }] });
    await allowConnections(true);
    await expect.poll(readState).toBe('UP');
    expect(await request('/readyz')).toMatchObject({ status: 200, body: 'ok' });
  });

  it('says when to try again while no portal runs', async () => {
    await portal.app.close();
    await expect.poll(() => request('/verify')).toMatchObject({ status: 503, retry: '5' });
    await expect.poll(readState).toBe('DOWN');
    expect(await request('/verify')).toMatchObject({ status: 503, retry: '5' });
  });
});
