import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnv } from '#platform/server/config/env.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { getPortalClient, readClients } from './clients.ts';

const folder = await createTemporaryFolder();
const settings = { BASE_URL: 'https://portal.test', SECRET_KEY: 'a secret that only these tests know' };

function fileWith(content: string): string {
  const file = join(folder, 'clients.json');
  writeFileSync(file, content);
  return file;
}

const shop = {
  client_id: 'shop',
  client_name: 'Shop',
  client_secret: 'x'.repeat(16),
  redirect_uris: ['https://shop.test/back'],
};

test('getPortalClient derives a stable secret, or uses the setting', () => {
  const portal = getPortalClient(readEnv(settings));
  expect(portal).toMatchObject({
    id: 'portal',
    redirectUri: 'https://portal.test/auth/callback',
    postLogoutRedirectUri: 'https://portal.test/login/sign-in',
  });
  expect(portal.secret).toHaveLength(43);
  expect(getPortalClient(readEnv(settings)).secret).toBe(portal.secret);
  expect(getPortalClient(readEnv({ ...settings, OIDC_CLIENT_SECRET: 'sixteen letters!' })).secret).toBe(
    'sixteen letters!',
  );
});

test('readClients adds the clients of OIDC_CLIENTS_FILE', () => {
  const clients = readClients(readEnv({ ...settings, OIDC_CLIENTS_FILE: fileWith(JSON.stringify([shop])) }));
  expect(clients.map((client) => client.clientId)).toEqual(['portal', 'shop']);
});

test.each([
  ['not JSON', '[', /^OIDC_CLIENTS_FILE=.*JSON/],
  [
    'a bad address',
    JSON.stringify([{ ...shop, redirect_uris: ['javascript:alert(1)'] }]),
    /0\.redirect_uris\.0: must be an http/,
  ],
  ['an unknown property', JSON.stringify([{ ...shop, redirect_uri: 'https://shop.test' }]), /redirect_uri/],
  ['the same client twice', JSON.stringify([shop, shop]), /shop is registered twice/],
])('readClients reports a file with %s in one line', (_name, content, expected) => {
  const env = readEnv({ ...settings, OIDC_CLIENTS_FILE: fileWith(content) });
  expect(() => readClients(env)).toThrow(expected);
});

test('readClients reports a missing file in one line', () => {
  expect(() => readClients(readEnv({ ...settings, OIDC_CLIENTS_FILE: '/nowhere/clients.json' }))).toThrow(/ENOENT/);
});
