import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { toDatabaseUrl } from '#test/support/api/backup-testing.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const portal = await testPortal({}, undefined, async (connection) => ({
  // The metric of the replica exists only with one.
  DATABASE_REPLICA_URL: toDatabaseUrl(connection),
}));

/** The alerts and their names in the runbooks. */
const alertPattern = /alert: (\w+)/g;

it.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/dashboard.json'])(
  '%s uses only existing metrics',
  async (path) => {
    const { body } = await portal.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    const existing = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    const used = [...read(path).matchAll(/\b(?:halocline|nodejs|process)_\w+/g)].map(([name]) => name);
    expect(used.length).toBeGreaterThan(5);
    const missing = used.filter(
      (name) => !existing.has(name) && !existing.has(name.replace(/_(count|bucket|sum)$/, '')),
    );
    expect([...new Set(missing)]).toEqual([]);
  },
);

it('has a runbook for each alert, and only for those', () => {
  const alerts = [...read('deploy/prometheus/alerts.yml').matchAll(alertPattern)].map(([, name]) => name);
  const [, runbooks = ''] = read('docs/OPERATIONS.md').split('## Runbooks\n');
  const headings = [...(runbooks.split('\n## ')[0] ?? '').matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(0);
  expect(headings).toEqual(alerts);
});

it('names only existing jobs in alerts', async () => {
  const { rows } = await portal.services.database.pool.query<{ name: string }>('select name from pgboss.queue');
  const names = new Set<string | undefined>(rows.map(({ name }) => name));
  const used = [...read('deploy/prometheus/alerts.yml').matchAll(/exported_job="([^"]+)"/g)].map(([, name]) => name);
  expect(used.filter((name) => !names.has(name))).toEqual([]);
});

it('repeats the headers of the server in each location of nginx that sets headers', () => {
  const server =
    read('deploy/nginx/halocline.conf')
      .split(/^server \{$/m)
      .at(-1) ?? '';
  const listHeaders = (text: string) => [...text.matchAll(/proxy_set_header (\S+)/g)].map(([, name]) => name ?? '');
  const [own = '', ...locations] = server.split(/^ {2}location /m);
  // A location that upgrades no connection needs no header for it.
  const required = listHeaders(own).filter((name) => name !== 'Upgrade');
  expect(required).toContain('X-Forwarded-For');
  const setting = locations.map(listHeaders).filter((names) => names.length > 0);
  expect(setting.length).toBeGreaterThan(0);
  for (const names of setting) expect(names).toEqual(expect.arrayContaining(required));
});

it('provides the ports to which PgBouncer connects in the HAProxy of PostgreSQL', () => {
  const listPorts = (path: string, pattern: RegExp) => [...read(path).matchAll(pattern)].map(([, port]) => port);
  const used = listPorts('deploy/pgbouncer/pgbouncer.ini', /^halocline\w* = .* port=(\d+)/gm);
  expect(used).toEqual(listPorts('deploy/haproxy/database.cfg', /^ {2}bind .*:(\d+)/gm));
  expect(used.length).toBeGreaterThan(1);
});
