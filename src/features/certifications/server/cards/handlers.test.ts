import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type * as z from 'zod';
import type { CardInfo, ECard, SharedCard } from '#features/certifications/shared/contract.ts';
import {
  checkCredential,
  readStatusList,
  unpackCredential,
  type Verdict,
} from '#features/certifications/shared/credential.ts';
import { createCertificationsFixture, isoDay, openWaterInfo } from '#test/support/api/certifications-testing.ts';
import { demoAffiliateIds, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';
import { listPublicKeys } from '#features/certifications/server/credentials/signing-keys.ts';

const portal = await testPortal();
const { db } = portal.services.database;
const { call, clear, give, photograph, rows, sign } = createCertificationsFixture(portal);
const open = (as: DemoPersonName, licenseID: number | string, query = '') =>
  call<ECard>(as, 'GET', `ecards/cards/${licenseID}${query}`);
const share = (as: DemoPersonName, licenseID: number, body: object = { days: 7 }) =>
  call<{ url: string; expiresAt: string }>(as, 'POST', `ecards/cards/${licenseID}/share`, body);
const endShares = (as: DemoPersonName, licenseID: number) => call(as, 'DELETE', `ecards/cards/${licenseID}/share`);
const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
const follow = (url: string) => call<z.output<typeof SharedCard>>(null, 'GET', `ecards/shared/${tokenOf(url)}`);
const revoke = (as: DemoPersonName, licenseID: number, body: object = { reason: 'Issued by mistake.' }) =>
  call<CardInfo>(as, 'POST', `ecards/cards/${licenseID}/revoke`, body);
const links = async () => (await rows<{ count: number }>('select count(*)::int from link_token'))[0]?.count;

async function judge(verifyUrl: string): Promise<Verdict> {
  const list = await portal.app.inject({ url: '/.well-known/card-status.jwt' });
  const keys = await listPublicKeys(db);
  const credential = unpackCredential(verifyUrl.slice(verifyUrl.indexOf('#') + 1)) ?? '';
  return checkCredential(credential, keys, await readStatusList(list.body, keys));
}

beforeEach(async () => {
  await clear();
  await rows('delete from link_token');
});

describe('GET cards/{licenseID}', () => {
  it('returns the complete card with a verifiable code', async () => {
    const licenseID = await give('diver', 10);
    expect((await open('diver', licenseID)).body).toMatchObject({ verifyUrl: null, hasPhoto: false });
    await sign(licenseID);
    await photograph('diver');
    const { status, body } = await open('diver', licenseID);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...openWaterInfo(licenseID),
      affiliateId: demoAffiliateIds.diver,
      name: 'Maren Lindqvist',
      diverNumber: String(demoAffiliateIds.diver),
      birthdate: '1987-05-21',
      instructorName: 'Tomás Reyes',
      instructorNumber: 100_001,
      storeName: 'Kelder Bay Diving',
      storeNumber: 20_001,
      office: 'Leith',
      code: expect.stringMatching(/^TEST-/),
      verifyUrl: expect.stringMatching(/^http:\/\/localhost:3999\/verify#[\w-]+$/),
      hasPhoto: true,
      revokedReason: null,
      wallets: [],
    });
    expect(await judge(body.verifyUrl ?? '')).toMatchObject({ state: 'valid', card: { licenseID, name: body.name } });
  });

  it('is signed again after a name change, which invalidates the old code', async () => {
    const licenseID = await give('diver', 10);
    await sign(licenseID);
    const before = (await open('diver', licenseID)).body.verifyUrl ?? '';
    await rows("delete from pgboss.job where name = 'certifications.sign_card'");
    await rows("update person set family_name = 'Berg' where affiliate_id = $1", [demoAffiliateIds.diver]);
    for (let count = 0; count < 2; count++)
      expect((await open('diver', licenseID)).body).toMatchObject({ name: 'Maren Berg', verifyUrl: null });
    expect(await rows("select data from pgboss.job where name = 'certifications.sign_card'")).toEqual([
      { data: { affiliateId: demoAffiliateIds.diver, licenseID } },
    ]);
    await Promise.all([sign(licenseID), sign(licenseID)]);
    const after = (await open('diver', licenseID)).body.verifyUrl ?? '';
    await expect.poll(() => judge(before)).toMatchObject({ state: 'revoked', card: { name: 'Maren Lindqvist' } });
    expect(await judge(after)).toMatchObject({ state: 'valid', card: { name: 'Maren Berg' } });
    await rows("update person set family_name = 'Lindqvist' where affiliate_id = $1", [demoAffiliateIds.diver]);
    expect((await open('diver', licenseID)).body.verifyUrl).toBe(null);
    expect(await rows("select from pgboss.job where name = 'certifications.sign_card'")).toHaveLength(2);
  });

  it('orders the name by its script, independent of the page language', async () => {
    const licenseID = await give('diver', 10);
    await sign(licenseID);
    const { verifyUrl } = (await open('diver', licenseID)).body;
    await rows("update person set language = 'hu-HU' where affiliate_id = $1", [demoAffiliateIds.diver]);
    expect((await open('diver', licenseID)).body).toMatchObject({ name: 'Maren Lindqvist', verifyUrl });
    await rows("update person set given_name = '太郎', family_name = '山田' where affiliate_id = $1", [
      demoAffiliateIds.diver,
    ]);
    expect((await open('diver', licenseID)).body.name).toBe('山田太郎');
    await rows(
      "update person set given_name = 'Maren', family_name = 'Lindqvist', language = 'en-US' where affiliate_id = $1",
      [demoAffiliateIds.diver],
    );
  });

  it("shows no photo that isn't approved", async () => {
    const licenseID = await give('diver', 10);
    await photograph('diver', 'pending');
    expect((await open('diver', licenseID)).body.hasPhoto).toBe(false);
  });

  it("returns 404 for another person's card", async () => {
    const licenseID = await give('diver', 10);
    for (const as of ['student', 'instructor', 'store', 'staff'] as const)
      expect((await open(as, licenseID)).body.errors[0]?.code).toBe('certifications.no_card');
    for (const as of ['student', 'instructor', 'guardian'] as const)
      expect((await open(as, licenseID, `?affiliateId=${demoAffiliateIds.diver}`)).status).toBe(404);
    expect((await open('diver', 1)).status).toBe(404);
  });

  it('is visible to the guardian and to staff, with an audit entry', async () => {
    const licenseID = await give('minor', 11);
    for (const as of ['guardian', 'staff'] as const)
      expect((await open(as, licenseID, `?affiliateId=${demoAffiliateIds.minor}`)).body.name).toBe('Ida Okafor');
    const readings = await rows<{ actor: number }>(
      "select actor_affiliate_id::int as actor from audit_entry where action = 'card.read' order by seq",
    );
    expect(readings.slice(-2).map(({ actor }) => actor)).toEqual([demoAffiliateIds.guardian, demoAffiliateIds.staff]);
  });

  it('returns an error without an eCard and before its date', async () => {
    const [plain, early] = [
      await give('diver', 10, { hasECard: false }),
      await give('diver', 40, { certDate: isoDay(1) }),
    ];
    for (const licenseID of [plain, early])
      expect((await open('diver', licenseID)).body.errors[0]?.code).toBe('certifications.no_card');
  });

  it.each(['x', '0', '-1', '99999999999999999999'])('rejects the number %s', async (licenseID) => {
    const { status, body } = await open('diver', licenseID);
    expect([status, body.errors[0]?.path]).toEqual([400, 'licenseID']);
  });
});

describe('a share link', () => {
  it('shows the card to anyone until it expires', async () => {
    const licenseID = await give('diver', 10);
    await sign(licenseID);
    const { body } = await share('diver', licenseID, { days: 30 });
    expect(body.url).toMatch(/^http:\/\/localhost:3999\/card\/[\w-]{20,}$/);
    expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
    for (let times = 0; times < 2; times++) {
      const shared = (await follow(body.url)).body;
      expect(shared).toMatchObject({ isRevoked: false, card: { licenseID, levelID: 10, name: 'Maren Lindqvist' } });
      // The credential would give permanent access to the card.
      expect(JSON.stringify(shared)).not.toMatch(/verify#|eyJ[\w-]{10}/);
    }
    await rows('update link_token set expires_at = now()');
    expect((await follow(body.url)).body.errors[0]?.code).toBe('certifications.link_over');
  });

  it('ends when the owner revokes it, and a new one works', async () => {
    const licenseID = await give('diver', 10);
    await sign(licenseID);
    const [first, second] = [(await share('diver', licenseID)).body, (await share('diver', licenseID)).body];
    expect((await endShares('diver', licenseID)).status).toBe(200);
    for (const { url } of [first, second])
      expect((await follow(url)).body.errors[0]).toMatchObject({ code: 'certifications.link_over' });
    expect((await follow((await share('diver', licenseID)).body.url)).status).toBe(200);
  });

  it('returns certifications.not_ready until the card is signed', async () => {
    const licenseID = await give('diver', 10);
    const { url } = (await share('diver', licenseID)).body;
    expect((await follow(url)).body.errors[0]?.code).toBe('certifications.not_ready');
  });

  it("shows a revoked card as revoked, and can't be created for one", async () => {
    const licenseID = await give('diver', 10);
    await sign(licenseID);
    const { url } = (await share('diver', licenseID)).body;
    await revoke('staff', licenseID);
    expect((await follow(url)).body).toMatchObject({ isRevoked: true, card: { licenseID }, photoURL: null });
    const before = await links();
    expect((await share('diver', licenseID)).body.errors[0]?.code).toBe('certifications.revoked');
    expect(await links()).toBe(before);
  });

  it('can be created and revoked only by the owner', async () => {
    const licenseID = await give('diver', 10);
    for (const as of ['student', 'staff'] as const) {
      expect((await share(as, licenseID)).body.errors[0]?.code).toBe('certifications.no_card');
      expect((await endShares(as, licenseID)).body.errors[0]?.code).toBe('certifications.no_card');
    }
    expect(await links()).toBe(0);
    expect(await rows('select share_version from certification')).toEqual([{ share_version: 0 }]);
  });

  it.each([{ days: 2 }, { days: '7' }, {}, { days: 7, to: 'all' }])('is not created with %j', async (body) => {
    const answer = await share('diver', await give('diver', 10), body);
    expect([answer.status, answer.body.errors[0]?.path]).toEqual([400, 'to' in body ? 'to' : 'days']);
    expect(await links()).toBe(0);
  });

  it.each(['x'.repeat(43), 'x'.repeat(200), 'a b'])('returns an error for an unknown token: %s', async (token) => {
    const { status } = await call(null, 'GET', `ecards/shared/${encodeURIComponent(token)}`);
    expect([400, 404]).toContain(status);
  });
});

describe('a revoked card', () => {
  it('notifies the diver with the reason, updates the list and records an audit entry', async () => {
    const licenseID = await give('diver', 10);
    await sign(licenseID);
    const { verifyUrl } = (await open('diver', licenseID)).body;
    expect(await judge(verifyUrl ?? '')).toMatchObject({ state: 'valid' });
    const { body } = await revoke('staff', licenseID, { reason: ' Issued by mistake. ' });
    expect(body).toMatchObject({ licenseID, isRevoked: true });
    await expect.poll(() => judge(verifyUrl ?? '')).toMatchObject({ state: 'revoked' });
    expect((await open('diver', licenseID)).body).toMatchObject({
      isRevoked: true,
      revokedReason: 'Issued by mistake.',
    });
    expect(
      await rows('select kind, message from notification where affiliate_id = $1', [demoAffiliateIds.diver]),
    ).toEqual([
      {
        kind: 'certifications.card_revoked',
        message: 'Your Open Water card is no longer valid: Issued by mistake.',
      },
    ]);
    const entries = await rows<{ data: object }>(
      `select actor_affiliate_id::int as actor, subject, data from audit_entry
       where action = 'certification.revoked' order by seq desc limit 1`,
    );
    expect(entries).toEqual([
      {
        actor: demoAffiliateIds.staff,
        subject: `person:${demoAffiliateIds.diver}`,
        data: { licenseID, levelID: 10, reason: 'Issued by mistake.' },
      },
    ]);
  });

  it("can't be revoked twice", async () => {
    const licenseID = await give('diver', 10);
    const answers = await Promise.all([revoke('staff', licenseID), revoke('staff', licenseID)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await rows('select 1 from notification')).toHaveLength(1);
    expect((await revoke('staff', licenseID)).body.errors[0]?.code).toBe('certifications.revoked');
  });

  it('can be a certification without an eCard', async () => {
    const licenseID = await give('diver', 10, { hasECard: false });
    expect((await revoke('staff', licenseID)).body).toMatchObject({ isRevoked: true, hasECard: false });
  });

  it.each([
    ['diver', 403, { reason: 'x' }, undefined],
    ['instructor', 403, { reason: 'x' }, undefined],
    ['staff', 400, { reason: ' ' }, 'reason'],
    ['staff', 400, { reason: 'x'.repeat(501) }, 'reason'],
    ['staff', 400, {}, 'reason'],
  ] as const)("can't be revoked by a %s: returns %i", async (as, status, body, path) => {
    const licenseID = await give('diver', 10);
    const answer = await revoke(as, licenseID, body);
    expect([answer.status, answer.body.errors[0]?.path]).toEqual([status, path]);
    expect(await rows('select revoked_at from certification')).toEqual([{ revoked_at: null }]);
  });

  it('must exist', async () => {
    expect((await revoke('staff', 1)).body.errors[0]?.code).toBe('certifications.no_card');
  });
});
