import { describe, expect, it } from 'vitest';
import {
  diver,
  minor,
  guardian,
  instructor,
  candidate,
  store,
  staff,
  createAccessCodesFixture,
} from '#test/support/api/access-codes-testing.ts';

const { rows, call, mails, redeem, share, unredeemed, held, openLink, claim, grant, codeRow, lastToken } =
  await createAccessCodesFixture();

describe('POST codes/{code}/share', () => {
  it("emails one link in the recipient's language and removes the code from the list", async () => {
    await rows("update person set language = 'es-ES' where affiliate_id = $1", [guardian.id]);
    const code = await grant();
    expect(await share(candidate, code, guardian.email.toUpperCase())).toMatchObject({ status: 200, body: null });
    expect(await unredeemed(candidate)).toEqual([]);
    const [mail] = await mails();
    expect(mail).toMatchObject({
      to_address: guardian.email.toUpperCase(),
      subject: expect.stringContaining('Buceador profundo'),
    });
    expect(mail?.subject).toContain('Leilani Kahale');
    expect(mail?.text).not.toContain('As the page calls it');
    const notices = await rows('select affiliate_id, kind, url from notification');
    expect(notices).toEqual([{ affiliate_id: guardian.id, kind: 'learning.code_shared', url: '/training/dashboard' }]);
    expect(JSON.stringify(await rows('select * from link_token'))).not.toContain(await lastToken());
    await rows("update person set language = 'en-US' where affiliate_id = $1", [guardian.id]);
  });

  it('blocks redemption until the code is claimed, then allows only the new holder', async () => {
    const code = await grant();
    await share(candidate, code, 'new@demo.test');
    expect((await redeem(candidate, code)).code).toBe('226');
    const token = await lastToken();
    expect((await openLink(guardian, token)).body).toEqual({
      kind: 'code',
      certificationName: 'Deep Diver',
      packageId: 'deep',
      from: 'Leilani Kahale',
    });
    expect((await claim(guardian, token)).body).toMatchObject({ couponCode: code, packageId: 'deep' });
    expect((await unredeemed(guardian)).map(({ couponCode }) => couponCode)).toEqual([code]);
    expect((await share(candidate, code, 'other@demo.test')).code).toBe('learning.code_not_yours');
    expect((await claim(minor, token)).code).toBe('learning.link_over');
    expect((await openLink(minor, token)).code).toBe('learning.link_over');
    for (const other of [candidate, minor])
      expect(await redeem(other, code)).toMatchObject({ status: 409, code: '226' });
    expect((await redeem(guardian, code)).status).toBe(200);
    await rows("delete from enrollment where package_id = 'deep'");
  });

  it('blocks both earlier holders after the code was shared twice', async () => {
    const code = await grant();
    await share(candidate, code, 'second@demo.test');
    await claim(guardian, await lastToken());
    await rows('delete from mail_outbox');
    await share(guardian, code, 'third@demo.test');
    await claim(minor, await lastToken());
    for (const former of [candidate, guardian]) expect((await redeem(former, code)).code).toBe('226');
    expect((await redeem(minor, code)).status).toBe(200);
    await rows("delete from enrollment where package_id = 'deep'");
  });

  it('invalidates the earlier link when shared again', async () => {
    const code = await grant();
    await share(candidate, code, 'first@demo.test');
    const first = await lastToken();
    await rows('delete from mail_outbox');
    await share(candidate, code, 'second@demo.test');
    expect((await openLink(guardian, first)).code).toBe('learning.link_over');
    expect((await claim(guardian, first)).code).toBe('learning.link_over');
    expect((await claim(guardian, await lastToken())).status).toBe(200);
  });

  it('expires after 30 days and returns the code to its holder', async () => {
    const code = await grant();
    await share(candidate, code, 'late@demo.test');
    const token = await lastToken();
    const [link] = await rows<{ days: number }>(
      'select round(extract(epoch from expires_at - now()) / 86400)::int as days from link_token',
    );
    expect(link?.days).toBe(30);
    await rows("update access_code set share_ends_at = now() - interval '1 second'");
    expect((await claim(guardian, token)).code).toBe('learning.link_over');
    expect((await unredeemed(candidate)).map(({ couponCode }) => couponCode)).toEqual([code]);
    expect((await redeem(candidate, code)).status).toBe(200);
  });

  it('lets only one of two concurrent claims succeed', async () => {
    const code = await grant();
    await share(candidate, code, 'both@demo.test');
    const token = await lastToken();
    const answers = await Promise.all([claim(guardian, token), claim(minor, token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await codeRow(code)).toMatchObject({ given_by: candidate.id, share_ends_at: null });
  });

  it('rejects a claim by the sharer and keeps the link valid', async () => {
    const code = await grant();
    await share(candidate, code, 'friend@demo.test');
    const token = await lastToken();
    expect((await claim(candidate, token)).code).toBe('learning.share_to_self');
    expect((await claim(guardian, token)).status).toBe(200);
  });

  it.each([
    ['the sharer’s own address', candidate.email, 'learning.share_to_self', 'email'],
    ['an invalid address', 'nobody', 'request.invalid', 'email'],
  ])('rejects %s', async (_what, email, code, path) => {
    const own = await grant();
    expect(await share(candidate, own, email)).toMatchObject({ code, path });
    expect(await codeRow(own)).toMatchObject({ share_ends_at: null });
    expect(await mails()).toEqual([]);
  });

  it("does not reveal whether another person's code exists", async () => {
    const code = await grant({ holder: store.id });
    for (const unknown of [code, 'ABCD-EFGH-JKLM'])
      expect(await share(candidate, unknown, 'x@demo.test')).toMatchObject({
        status: 404,
        code: 'learning.code_not_yours',
      });
  });

  it('rejects redeemed and expired codes', async () => {
    const spent = await grant();
    await redeem(candidate, spent);
    expect((await share(candidate, spent, 'x@demo.test')).code).toBe('225');
    const old = await grant({ expiresAt: new Date(0) });
    expect((await share(candidate, old, 'x@demo.test')).code).toBe('226');
    expect(await mails()).toEqual([]);
  });
});

describe('GET codes/held', () => {
  it('lists the state of each code and masks codes that were given away', async () => {
    const [free, sent, used, old, claimed] = [
      await grant({ holder: store.id }),
      await grant({ holder: store.id }),
      await grant({ holder: store.id }),
      await grant({ holder: store.id, expiresAt: new Date(0) }),
      await grant({ holder: store.id }),
    ];
    await share(store, sent, 'somebody@demo.test');
    await redeem(candidate, used);
    await rows('delete from mail_outbox');
    await share(store, claimed, 'other@demo.test');
    await claim(guardian, await lastToken());
    const states = new Map((await held(store)).items.map((code) => [code.couponCode, code.state]));
    expect(states).toEqual(
      new Map([
        [free, 'free'],
        [sent, 'shared'],
        [used, 'redeemed'],
        [old, 'expired'],
        [`••••-••••-${claimed.slice(-4)}`, 'shared'],
      ]),
    );
    await redeem(guardian, claimed);
    expect((await held(store)).counts).toEqual({ free: 1, shared: 1, redeemed: 2, expired: 1 });
    expect(await rows('select affiliate_id, kind from notification where affiliate_id = $1', [store.id])).toHaveLength(
      2,
    );
    expect(await held(instructor)).toMatchObject({ total: 0, items: [] });
    await rows("delete from enrollment where package_id = 'deep'");
  });

  it('returns pages, unused codes first, by state and search', async () => {
    const old = await grant({ holder: store.id, expiresAt: new Date(0) });
    const codes = [await grant({ holder: store.id }), await grant({ holder: store.id })];
    const page = await held(store, '?limit=2');
    expect([page.total, page.items.map(({ couponCode }) => couponCode).toSorted()]).toEqual([3, codes.toSorted()]);
    expect((await held(store, '?limit=2&offset=2')).items.map(({ couponCode }) => couponCode)).toEqual([old]);
    expect((await held(store, '?state=expired')).items.map(({ couponCode }) => couponCode)).toEqual([old]);
    const typed = codes[1]?.toLowerCase().replaceAll('-', ' ') ?? '';
    expect((await held(store, `?search=${encodeURIComponent(typed)}`)).items).toMatchObject([{ couponCode: codes[1] }]);
  });

  it('finds a code that was given away by its last characters only', async () => {
    const code = await grant({ holder: store.id });
    await share(store, code, 'other@demo.test');
    await claim(guardian, await lastToken());
    expect((await held(store, `?search=${code.slice(-4)}`)).total).toBe(1);
    expect((await held(store, `?search=${code.slice(0, 6)}`)).total).toBe(0);
    expect((await held(store, `?search=${code.slice(-6)}`)).total).toBe(0);
  });

  it.each([diver, staff])('returns 403 to other roles', async (person) => {
    expect((await call(person, 'GET', 'codes/held')).status).toBe(403);
  });
});
