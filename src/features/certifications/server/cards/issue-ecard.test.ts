import { createPublicKey, verify } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { startJobWorkers } from '#platform/server/jobs/jobs.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { parseCardCode } from '#features/certifications/shared/card-code.ts';
import { buildKeyUrl } from '#features/certifications/shared/card-key-url.ts';
import { checkCredential } from '#features/certifications/shared/credential.ts';
import { createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { findCardToRender } from './make-card-files.ts';
import { issueECard, signCardJob } from './issue-ecard.ts';
import { getCurrentKey, listPublicKeys, rotateKey } from '#features/certifications/server/credentials/signing-keys.ts';
import { signCard } from '#features/certifications/server/credentials/sign-card.ts';

const portal = await testPortal();
const { services } = portal;
const { database, env } = services;
const { clear, give, rows, sign } = createCertificationsFixture(portal);
const none = (): boolean => false;

const issue = (licenseID: number, affiliateId = demoAffiliateIds.diver) =>
  database.inTransaction('test', (db) => issueECard(db, { affiliateId, licenseID, source: 'order' }));
const jobs = async () =>
  (await rows<{ data: object }>("select data from pgboss.job where name = 'certifications.sign_card'")).map(
    ({ data }) => data,
  );
const stored = async (licenseID: number) =>
  (
    await rows<{ credential: string; key_id: string; status_index: number; ecard_source: string; language: string }>(
      'select * from certification join person using (affiliate_id) where license_id = $1',
      [licenseID],
    )
  )[0];

beforeEach(async () => {
  await clear();
  await rows('delete from pgboss.job');
});

describe('issueECard', () => {
  it('issues the card once for concurrent requests', async () => {
    const licenseID = await give('diver', 10, { hasECard: false });
    const answers = await Promise.all(Array.from({ length: 20 }, () => issue(licenseID)));
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(answers.map(({ code }) => code)).size).toBe(1);
    expect(parseCardCode(answers[0]?.code ?? '')).toBe(answers[0]?.code);
    expect(await jobs()).toEqual([{ affiliateId: demoAffiliateIds.diver, licenseID }]);
    expect(await stored(licenseID)).toMatchObject({ ecard_source: 'order', credential: null });
  });

  it('assigns its own bit in the status list', async () => {
    const [first, second] = [
      await give('diver', 10, { hasECard: false }),
      await give('student', 10, { hasECard: false }),
    ];
    await issue(first);
    await issue(second, demoAffiliateIds.student);
    expect((await stored(first))?.status_index).not.toBe((await stored(second))?.status_index);
  });

  it('is rejected for unknown, foreign and revoked certifications', async () => {
    const licenseID = await give('diver', 10, { hasECard: false });
    await expect(issue(1)).rejects.toThrow('certifications.no_card');
    await expect(issue(licenseID, demoAffiliateIds.student)).rejects.toThrow('certifications.no_card');
    await rows("update certification set revoked_at = now(), revoked_reason = 'x' where license_id = $1", [licenseID]);
    await expect(issue(licenseID)).rejects.toThrow('certifications.revoked');
    expect(await jobs()).toEqual([]);
  });

  it('is rolled back with its transaction', async () => {
    const licenseID = await give('diver', 10, { hasECard: false });
    const work = database.inTransaction('test', async (db) => {
      await issueECard(db, { affiliateId: demoAffiliateIds.diver, licenseID, source: 'order' });
      throw new Error('rollback');
    });
    await expect(work).rejects.toThrow('rollback');
    expect(await jobs()).toEqual([]);
    expect(await rows('select from certification where ecard_at is not null')).toEqual([]);
  });

  it("signs and renders in the background, in the diver's language", async () => {
    onTestFinished(async () => {
      await rows("update person set language = 'en-US' where affiliate_id = $1", [demoAffiliateIds.diver]);
    });
    await rows("update person set language = 'de-DE' where affiliate_id = $1", [demoAffiliateIds.diver]);
    const licenseID = await give('diver', 10, { hasECard: false });
    await issue(licenseID);
    const running = await startJobWorkers(services, [signCardJob as never], portal.app.log);
    onTestFinished(() => running.stop());
    await expect
      .poll(async () => rows('select culture from card_file'), { timeout: 30_000 })
      .toEqual([{ culture: 'de-DE' }]);
    const { credential = '', key_id: keyId } = (await stored(licenseID)) ?? {};
    const verdict = await checkCredential(credential, await listPublicKeys(database.db), none);
    expect(verdict).toMatchObject({ state: 'valid', card: { licenseID, levelName: 'Open Water' } });
    expect((await listPublicKeys(database.db)).keys.map(({ kid }) => kid)).toContain(keyId);
  });
});

describe('card signatures', () => {
  it('can be verified with published data only', async () => {
    const [header = '', payload = '', signature = ''] = (await sign(await give('diver', 10))).split('.');
    const { keys } = (await portal.app.inject({ url: '/.well-known/card-keys.json' })).json();
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const jwk = keys.find((key: { kid: string }) => kid.endsWith(`/${key.kid}`));
    expect(Object.keys(jwk).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const isVerified = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
    expect(isVerified(`${header}.${payload}`)).toBe(true);
    expect(isVerified(`${header}.${payload.replace('A', 'B')}`)).toBe(false);
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(claims).toMatchObject({ iss: env.BASE_URL, nbf: Date.parse('2024-06-08') / 1000 });
    expect(JSON.stringify(claims)).not.toContain('1987-05-21');
  });

  it('are reused while the card is unchanged, and renewed otherwise', async () => {
    const licenseID = await give('diver', 10);
    const first = await sign(licenseID);
    expect(await sign(licenseID)).toBe(first);
    await rows("update certification set store_name = 'Other Bay' where license_id = $1", [licenseID]);
    const second = await sign(licenseID);
    expect(second).not.toBe(first);
    expect(await checkCredential(second, await listPublicKeys(database.db), none)).toMatchObject({
      card: { storeName: 'Other Bay' },
    });
  });

  it('are renewed under a new issuer name, and the old one stays valid', async () => {
    const licenseID = await give('diver', 10);
    const first = await sign(licenseID);
    const index = (await stored(licenseID))?.status_index;
    const file = join(await createTemporaryFolder(), 'brand.json');
    writeFileSync(file, JSON.stringify({ ...loadBrand(env.BRAND_FILE), name: 'Another Name' }));
    const card = await findCardToRender.first(database.db, { affiliateId: demoAffiliateIds.diver, licenseID });
    if (card === undefined) throw new Error('card not found');
    const renamed = { ...services, env: { ...env, BRAND_FILE: file } };
    const second = await signCard(renamed, database.db, card);
    expect(second).not.toBe(first);
    expect((await stored(licenseID))?.status_index).toBe(index);
    expect(await rows('select from revoked_card where status_index = $1', [index])).toEqual([]);
  });

  it('are not renewed for a card revoked at the same moment', async () => {
    const licenseID = await give('diver', 10);
    const first = await sign(licenseID);
    const card = await findCardToRender.first(database.db, { affiliateId: demoAffiliateIds.diver, licenseID });
    if (card === undefined) throw new Error('card not found');
    await rows("update certification set revoked_at = now(), revoked_reason = 'x' where license_id = $1", [licenseID]);
    expect(await signCard(services, database.db, { ...card, name: 'Maren Berg' })).toBe(first);
    expect((await stored(licenseID))?.status_index).toBe(card.statusIndex);
  });

  it('use one key when several cards need the first one concurrently', async () => {
    await rows('delete from card_key');
    const created = await Promise.all(Array.from({ length: 8 }, () => getCurrentKey(database.db, env.SECRET_KEYS)));
    expect(new Set(created.map(({ keyId }) => keyId)).size).toBe(1);
    expect((await listPublicKeys(database.db)).keys).toHaveLength(1);
  });

  it('stay valid after a key rotation, and the next uses the new key', async () => {
    const before = await sign(await give('diver', 10));
    const keyId = await database.inTransaction('test', (db) => rotateKey(db, env.SECRET_KEYS));
    const after = await sign(await give('student', 10));
    const keys = await listPublicKeys(database.db);
    expect(await checkCredential(before, keys, none)).toMatchObject({ state: 'valid' });
    expect(await checkCredential(after, keys, none)).toMatchObject({ state: 'valid' });
    const kidOf = (jws: string) => JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString()).kid;
    expect(kidOf(after)).toBe(buildKeyUrl(env.BASE_URL, keyId));
    expect(kidOf(before)).not.toBe(kidOf(after));
    // A verifier with only the new key doesn't know the old one.
    const newOnly = { keys: keys.keys.filter(({ kid }) => kid === keyId) };
    expect(await checkCredential(before, newOnly, none)).toEqual({ state: 'foreign' });
  });

  it('use a key that is stored encrypted and readable with an older secret', async () => {
    const [row] = await rows<{ encrypted: Buffer }>(
      'select sealed_private_jwk as encrypted from card_key where retired_at is null',
    );
    expect(row?.encrypted.toString('latin1')).not.toContain('"d"');
    const newer = ['another-secret-another-secret-another-secret', ...env.SECRET_KEYS];
    expect((await getCurrentKey(database.db, newer)).keyId).toBe(
      (await getCurrentKey(database.db, env.SECRET_KEYS)).keyId,
    );
  });
});
