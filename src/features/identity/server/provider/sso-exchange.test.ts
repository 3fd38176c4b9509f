import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { startIdentity, type TestIdentity } from '#features/identity/server/testing.ts';

const database = await createTestDatabase();
const folder = await createTemporaryFolder();
let identity: TestIdentity;
let headers: Record<string, string>;

beforeAll(async () => {
  const file = join(folder, 'clients.json');
  const secret = 'sixteen letters!';
  writeFileSync(
    file,
    JSON.stringify([
      {
        client_id: 'shop',
        client_name: 'Shop',
        client_secret: secret,
        redirect_uris: ['https://shop.test/back'],
        initiate_login_uri: 'https://shop.test/login?from=portal',
      },
      {
        client_id: 'travel',
        client_name: 'Travel',
        client_secret: secret,
        redirect_uris: ['https://travel.test/back'],
      },
    ]),
  );
  identity = await startIdentity(database, { OIDC_CLIENTS_FILE: file });
  const person = {
    sub: crypto.randomUUID(),
    affiliateId: 500_001,
    affiliateTypeId: affiliateType.diver,
    sessionId: crypto.randomUUID(),
  };
  const { token } = await identity.services.tokens.mint(person);
  headers = { authorization: `Bearer ${token}`, 'affiliate-id': '500001' };
});
afterAll(() => identity.close());

const exchange = (payload: object, sent = headers) =>
  identity.app.inject({ method: 'POST', url: '/api/account/sso/exchange', headers: sent, payload });

test('returns the client’s login address with the target', async () => {
  const response = await exchange({ clientId: 'shop', redirectUri: 'https://shop.test/back', extraData: 'a=1&b=2' });
  const { redirectUri } = response.json<{ redirectUri: string }>();
  const url = new URL(redirectUri);
  expect(url.origin + url.pathname).toBe('https://shop.test/login');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    from: 'portal',
    iss: 'https://portal.test/sso',
    target_link_uri: 'https://shop.test/back',
    extra_data: 'a=1&b=2',
  });
});

test('returns the redirect address for a client without a login address', async () => {
  const response = await exchange({ clientId: 'travel', redirectUri: 'https://travel.test/back', extraData: null });
  expect(response.json()).toEqual({ redirectUri: 'https://travel.test/back?iss=https%3A%2F%2Fportal.test%2Fsso' });
});

test.each([
  ['an unknown client', { clientId: 'nobody', redirectUri: 'https://shop.test/back' }, 404, 'identity.unknown_client'],
  [
    'an address of another client',
    { clientId: 'shop', redirectUri: 'https://travel.test/back' },
    403,
    'identity.redirect_not_allowed',
  ],
  [
    'an address below the registered one',
    { clientId: 'shop', redirectUri: 'https://shop.test/back/x' },
    403,
    'identity.redirect_not_allowed',
  ],
  ['a missing field', { clientId: 'shop' }, 400, 'request.invalid'],
])('rejects %s', async (_name, payload, status, code) => {
  const response = await exchange(payload);
  expect(response.statusCode).toBe(status);
  expect(response.json()).toMatchObject({ errors: [{ code }] });
});

test('returns 401 without a session', async () => {
  const response = await exchange({ clientId: 'shop', redirectUri: 'https://shop.test/back' }, {});
  expect(response.statusCode).toBe(401);
});
