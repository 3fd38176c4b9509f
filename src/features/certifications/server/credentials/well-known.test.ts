import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { createServer } from '#app/server/server.ts';
import { openServices } from '#app/server/services.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { eraseDueAccounts } from '#features/account/server/public.ts';
import { checkCredential, readStatusList } from '#features/certifications/shared/credential.ts';
import { createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { getCurrentKey, rotateKey } from './signing-keys.ts';

const portal = await testPortal();
const { app, env, services } = portal;
const { call, clear, give, rows, sign } = createCertificationsFixture(portal);
const get = (path: string, headers: Record<string, string> = {}, from = app) =>
  from.inject({ url: `/.well-known/${path}`, headers });

beforeEach(async () => {
  await clear();
  await rows('delete from revoked_card');
});

describe('card keys and status list', () => {
  it.each([
    ['card-keys.json', 'application/jwk-set+json'],
    ['card-status.jwt', 'application/vc+jwt'],
  ])('%s allows caching for a minute and any origin, and supports ETags', async (path, contentType) => {
    const first = await get(path);
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      'access-control-allow-origin': '*',
      'content-type': expect.stringContaining(contentType),
    });
    const etag = String(first.headers['etag']);
    const revalidated = await get(path, { 'if-none-match': etag });
    expect([revalidated.statusCode, revalidated.body, revalidated.headers['etag']]).toEqual([304, '', etag]);
    expect((await get(path, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('contain a standard bit list of the minimum size', async () => {
    await rows('insert into revoked_card (status_index) values (3), (131072)');
    await services.pubsub.publish(services.database.db, 'certifications.published', null);
    const read = async () => {
      const [, payload = ''] = (await get('card-status.jwt')).body.split('.');
      return JSON.parse(Buffer.from(payload, 'base64url').toString());
    };
    await expect.poll(async () => bitsOf(await read()).length).toBe((2 * 131_072) / 8);
    const list = await read();
    expect(list).toMatchObject({
      id: `${env.BASE_URL}/.well-known/card-status.jwt`,
      issuer: env.BASE_URL,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'revocation' },
    });
    const bits = bitsOf(list);
    expect([bits[0], bits[16_384]]).toEqual([0b0001_0000, 0b1000_0000]);
  });

  it('show a revocation promptly from every process, even after its row is deleted', async () => {
    const other = await openServices(env, loadBrand(env.BRAND_FILE), services.database.pool.options);
    const otherApp = await createServer({
      services: other,
      brand: loadBrand(env.BRAND_FILE),
      makePage: async () => '',
    });
    const licenseID = await give('diver', 10);
    const credential = await sign(licenseID);
    const stateFrom = async (from: typeof app) => {
      const keys = (await get('card-keys.json', {}, from)).json();
      const list = await readStatusList((await get('card-status.jwt', {}, from)).body, keys);
      return (await checkCredential(credential, keys, list)).state;
    };
    expect([await stateFrom(app), await stateFrom(otherApp)]).toEqual(['valid', 'valid']);
    await call('staff', 'POST', `ecards/cards/${licenseID}/revoke`, { reason: 'Issued by mistake.' });
    await expect.poll(() => stateFrom(app)).toBe('revoked');
    await expect.poll(() => stateFrom(otherApp)).toBe('revoked');
    await clear();
    await services.pubsub.publish(services.database.db, 'certifications.published', null);
    await expect.poll(() => stateFrom(otherApp)).toBe('revoked');
    expect((await get('card-status.jwt', {}, otherApp)).body).toBe((await get('card-status.jwt')).body);
    await otherApp.close();
    await other.close();
  });

  it('contain a key on a new installation, the one that signed the list', async () => {
    const { connection } = await createTestDatabase();
    const brand = loadBrand(env.BRAND_FILE);
    const fresh = await openServices(env, brand, connection);
    const freshApp = await createServer({ services: fresh, brand, makePage: async () => '' });
    const [keys, list] = await Promise.all([
      get('card-keys.json', {}, freshApp),
      get('card-status.jwt', {}, freshApp),
      get('card-keys.json', {}, freshApp),
    ]);
    expect(keys.json().keys).toHaveLength(1);
    expect((await readStatusList(list.body, keys.json()))(0)).toBe(false);
    await freshApp.close();
    await fresh.close();
  });

  it('contain a key created for a card', async () => {
    await rows('delete from card_key');
    await services.pubsub.publish(services.database.db, 'certifications.published', null);
    await expect.poll(async () => (await get('card-keys.json')).json().keys).toHaveLength(1);
    await rows('update card_key set retired_at = now()');
    await sign(await give('diver', 10));
    const { keyId } = await getCurrentKey(services.database.db, env.SECRET_KEYS);
    const kids = async () => (await get('card-keys.json')).json().keys.map((key: { kid: string }) => key.kid);
    await expect.poll(kids).toContain(keyId);
  });

  it('revoke the cards of an erased person', async () => {
    const credential = await sign(await give('student', 10));
    const state = async () => {
      const keys = (await get('card-keys.json')).json();
      return (await checkCredential(credential, keys, await readStatusList((await get('card-status.jwt')).body, keys)))
        .state;
    };
    await expect.poll(state).toBe('valid');
    await rows(
      "insert into account_deletion (affiliate_id, requested_by, due_at) values ($1, $1, now() - interval '1 second')",
      [demoAffiliateIds.student],
    );
    await eraseDueAccounts.run(
      { services, database: services.database, log: app.log, now: new Date(), isLastTry: false },
      {},
    );
    await expect.poll(state).toBe('revoked');
  });

  it('contain a new key immediately', async () => {
    const kids = async () => (await get('card-keys.json')).json().keys.map(({ kid }: { kid: string }) => kid);
    const before = await kids();
    const keyId = await services.database.inTransaction('test', (db) => rotateKey(db, env.SECRET_KEYS));
    await expect.poll(kids).toEqual([keyId, ...before]);
  });
});

function bitsOf(list: { credentialSubject: { encodedList: string } }): Buffer {
  return gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), 'base64url'));
}
