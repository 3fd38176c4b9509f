import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { encryptFile } from '#platform/server/crypto/secrets.ts';
import { signFileUrl } from '#platform/server/files/signed-files.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { ensureCommand, findCommand } from '../../../../scripts/debian-package.ts';

const root = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);
const promtool = await ensureCommand('promtool', 'prometheus');
const nginx = await ensureCommand('nginx', 'nginx-light');

describe.skipIf(promtool === null)('the alert rules', () => {
  it('are valid and fire as described', async () => {
    const files = ['check rules deploy/prometheus/alerts.yml', 'test rules deploy/prometheus/alerts.test.yml'];
    for (const file of files) {
      const { stdout } = await run(promtool ?? '', file.split(' '), { cwd: root });
      expect(stdout).toContain('SUCCESS');
    }
  });
});

// Not installed by the test, because a container has no use for it.
const systemdAnalyze = findCommand('systemd-analyze');

describe('the systemd units', async () => {
  const source = join(root, 'deploy/systemd');
  const names = (await readdir(source)).filter((name) => /[.](?:service|timer)$/.test(name));

  it.skipIf(systemdAnalyze === null)('are valid', async () => {
    const folder = await createTemporaryFolder();
    const files: string[] = [];
    for (const name of names) {
      // systemd requires the programs to exist, and an instance of the template.
      const unit = (await readFile(join(source, name), 'utf8')).replaceAll(/\/srv\/\S+\/node\b/g, '/bin/true');
      const file = join(folder, name.replace('@', '@3001'));
      await writeFile(file, unit);
      files.push(file);
    }
    const { stderr } = await run(systemdAnalyze ?? '', ['verify', '--man=no', ...files]);
    // An unknown setting is only a line, also about units of this machine.
    expect(stderr.split('\n').filter((line) => line.includes('halocline'))).toEqual([]);
  });

  it.each([
    ['audit', 1],
    ['forms', 1],
    ['', 0],
  ])('verify both logs if the finding is in "%s"', async (finding, code) => {
    const unit = await readFile(join(source, 'halocline-verify.service'), 'utf8');
    const [, script = ''] = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(unit) ?? [];
    const folder = await createTemporaryFolder();
    const node = join(folder, 'node');
    await writeFile(node, `#!/bin/sh\necho "$1"\n[ "$1" != scripts/verify-${finding}.ts ]\n`, { mode: 0o755 });
    const text = script.replaceAll('$$', '$').replace('/srv/halocline/node_modules/.bin/node', node);
    const result = await run('/bin/sh', ['-c', text]).then(
      ({ stdout }) => ({ stdout, code: 0 }),
      (error: { stdout: string; code: number }) => error,
    );
    expect(result).toMatchObject({ code, stdout: 'scripts/verify-audit.ts\nscripts/verify-forms.ts\n' });
  });
});

/** The file with the addresses and folders of the test. Each replacement must occur. */
function adapt(config: string, replacements: [RegExp, string][]): string {
  return replacements.reduce((text, [pattern, value]) => {
    expect(text).toMatch(pattern);
    return text.replaceAll(pattern, value);
  }, config);
}

describe.skipIf(nginx === null)('nginx', async () => {
  if (nginx === null) return;
  const portal = await testPortal({ SIGNED_FILES: 'true' });
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const { port: portalPort } = portal.app.server.address() as AddressInfo;
  const folder = await createTemporaryFolder();
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'tmp'));
  const port = await findFreePort();
  const site = adapt(await readFile(join(root, 'deploy/nginx/halocline.conf'), 'utf8'), [
    [/server \{\n {2}listen 80;[^}]*\}/g, ''],
    [/listen 443 ssl http2;/g, `listen 127.0.0.1:${port};`],
    [/ssl_certificate\S* [^;]+;/g, ''],
    [/server 127\.0\.0\.1:300\d;/g, `server 127.0.0.1:${portalPort};`],
    [/\/var\/cache\/nginx\/halocline/g, join(folder, 'cache')],
    [/\/var\/log\/nginx\/halocline\.log/g, join(folder, 'access.log')],
  ]);
  await writeFile(
    join(folder, 'nginx.conf'),
    `user nobody nogroup; daemon off; pid ${folder}/pid; error_log stderr;
     events {} http { client_body_temp_path ${folder}/tmp/body; proxy_temp_path ${folder}/tmp/proxy;
     fastcgi_temp_path ${folder}/tmp/f; uwsgi_temp_path ${folder}/tmp/u; scgi_temp_path ${folder}/tmp/s; ${site} }`,
  );
  const child = spawn(nginx, ['-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'close');
  afterAll(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const base = `http://127.0.0.1:${port}`;
  const purpose = 'dive-photo';
  const jpeg = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#204060' } })
    .jpeg()
    .toBuffer();
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${base}${path}`, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, cache: answer.headers.get('x-cache'), bytes };
  };

  it('delivers images from its cache after the first request, without asking the portal', async () => {
    await expect.poll(() => fetch(`${base}/readyz`).then(({ status }) => status, String)).toBe(200);
    const key = 'dive-photos/cached.jpg';
    await portal.services.files.put(
      key,
      encryptFile(portal.env.SECRET_KEYS, purpose, key, jpeg),
      'application/octet-stream',
    );
    const address = signFileUrl(portal.env, { key, purpose }, new Date());
    expect(await read(address)).toEqual({ status: 200, cache: 'MISS', bytes: jpeg });
    expect(await read(address)).toEqual({ status: 200, cache: 'HIT', bytes: jpeg });
    await portal.services.files.delete(key);
    expect(await read(address, { authorization: 'Bearer other' })).toEqual({ status: 200, cache: 'HIT', bytes: jpeg });
    const forged = address.replace(
      /\/files\/\d+\/./,
      (start) => `${start.slice(0, -1)}${start.endsWith('A') ? 'B' : 'A'}`,
    );
    expect(await read(forged)).toMatchObject({ status: 404, cache: 'MISS' });
  });

  it('forgets an image when its address expires', async () => {
    const key = 'dive-photos/short.jpg';
    await portal.services.files.put(
      key,
      encryptFile(portal.env.SECRET_KEYS, purpose, key, jpeg),
      'application/octet-stream',
    );
    // An address that is valid for a few seconds more.
    const soon = Math.ceil(Date.now() / 1_000) + 3;
    const address = signFileUrl(portal.env, { key, purpose }, new Date(), soon);
    expect((await read(address)).cache).toBe('MISS');
    expect((await read(address)).cache).toBe('HIT');
    await expect.poll(async () => (await read(address)).status).toBe(404);
  });

  it('passes on everything else, but not the metrics and not the signatures to its log', async () => {
    expect((await read('/livez')).bytes.toString()).toBe('ok');
    expect((await read('/metrics')).status).toBe(404);
    const log = await readFile(join(folder, 'access.log'), 'utf8');
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { path: string });
    expect(lines.filter(({ path }) => path === '/files').length).toBeGreaterThan(0);
    for (const { path } of lines) expect(path).not.toMatch(/\/files\/./);
  });
});
