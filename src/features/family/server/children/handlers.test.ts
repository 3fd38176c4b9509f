import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFamilyFixture, familyIds } from '#test/support/api/family-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal({ BASE_URL: 'https://portal.test' });
const { rows, call, begin, read, addChild, audited } = createFamilyFixture(portal);
const { diver, student, ida, adaeze, store, staff } = familyIds;
const own = { origin: 'https://portal.test' };
const obi = { firstName: 'Obi', lastName: 'Okafor', birthdate: '2016-06-01' };
const add = (by: number | null, changes: object = {}) =>
  call<{ affiliateId: number }>(by, 'POST', '/api/family/Children', { key: randomUUID(), ...obi, ...changes });

/** Opens the link that a guardian shows, as the child's phone does. */
async function join(token: string, cookie = '') {
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/family/Join',
    headers: { ...own, cookie },
    payload: { token },
  });
  const session = answer.cookies.find(({ name }) => name === '__Host-session');
  return { status: answer.statusCode, body: answer.json(), session };
}
async function linkFor(child: number, by: number = adaeze): Promise<string> {
  const { body } = await call<{ url: string }>(by, 'POST', `/api/family/Children/${child}/sign-in-link`);
  return body.url.split('/').at(-1) ?? '';
}
async function signedInName(cookie: string): Promise<string | undefined> {
  const answer = await portal.graphql(null, '{ querySession { user { given_name } } }', {}, { ...own, cookie });
  return answer.json().data.querySession?.user.given_name;
}

beforeEach(begin);

describe('POST Children', () => {
  it('creates an account without an email address, in the guardian’s language, that the guardian acts for', async () => {
    await rows("update person set language = 'sv-SE' where affiliate_id = $1", [adaeze]);
    const { status, body } = await add(adaeze, { middleName: 'Kelechi', gender: 'Male' });
    expect(status).toBe(200);
    const [person] = await rows(
      'select p.email, p.middle_name, p.birthdate, p.gender, p.language, a.password_hash from person p join account a on a.sub::text = p.sub where affiliate_id = $1',
      [body.affiliateId],
    );
    expect(person).toMatchObject({
      email: null,
      middle_name: 'Kelechi',
      gender: 'Male',
      language: 'sv-SE',
      password_hash: null,
    });
    expect((await call(adaeze, 'GET', `/api/global/profiles/${body.affiliateId}?profile=true`)).status).toBe(200);
    const child = (await read(adaeze)).body.children.find(({ affiliateId }) => affiliateId === body.affiliateId);
    expect(child).toMatchObject({ firstName: 'Obi', adultOn: '2034-06-01', hasEmail: false, invites: [] });
    expect(child?.guardians).toEqual([{ affiliateId: adaeze, name: 'Adaeze Okafor', isYou: true }]);
    await rows("update person set language = 'en-US' where affiliate_id = $1", [adaeze]);
  });

  it('returns the same child for the same key', async () => {
    const key = randomUUID();
    const first = await add(adaeze, { key });
    const [second, third] = await Promise.all([add(adaeze, { key }), add(adaeze, { key })]);
    expect([second.body, third.body]).toEqual([first.body, first.body]);
    expect((await add(diver, { key })).body).not.toEqual(first.body);
  });

  it.each([
    ['a minor', ida, 403, 'family.guardian_minor'],
    ['a store', store, 403, 'access.denied'],
    ['a visitor without a session', null, 401, 'session.missing'],
  ])('is rejected for %s', async (_who, by, status, code) => {
    const answer = await add(by);
    expect([answer.status, answer.code]).toEqual([status, code]);
  });

  it.each([
    [{ firstName: ' ' }, 400, 'firstName'],
    [{ lastName: '' }, 400, 'lastName'],
    [{ firstName: 'x'.repeat(101) }, 400, 'firstName'],
    [{ birthdate: '2016-02-30' }, 400, 'birthdate'],
    [{ birthdate: '2999-01-01' }, 400, 'birthdate'],
    [{ birthdate: '1999-01-01' }, 422, 'birthdate'],
    [{ gender: 'x' }, 400, 'gender'],
    [{ key: 'x' }, 400, 'key'],
  ])('rejects %j and stores nothing', async (changes, status, path) => {
    const [before] = await rows('select count(*) from account');
    const answer = await add(adaeze, changes);
    expect([answer.status, answer.path]).toEqual([status, path]);
    expect((await rows('select count(*) from account'))[0]).toEqual(before);
  });

  it('allows at most twenty children', async () => {
    await rows(
      `with made as (insert into person (sub, given_name, birthdate) select 'many-' || n, 'n', '2015-01-01'
         from generate_series(1, 20) n returning affiliate_id)
       insert into guardian_link (affiliate_id, guardian_id) select affiliate_id, $1 from made`,
      [diver],
    );
    expect((await add(diver)).code).toBe('family.too_many');
  });
});

describe('POST Join', () => {
  it('signs the child in for 30 days with the guardian’s link', async () => {
    const child = await addChild(adaeze);
    const { status, body, session } = await join(await linkFor(child));
    expect([status, body]).toEqual([200, { firstName: 'Obi' }]);
    expect(session).toMatchObject({ httpOnly: true, secure: true, maxAge: 30 * 86_400 });
    const cookie = `${session?.name}=${session?.value}`;
    expect(await signedInName(cookie)).toBe('Obi');
    await rows("update session set last_seen_at = now() - interval '20 days' where affiliate_id = $1", [child]);
    expect(await signedInName(cookie)).toBe('Obi');
    expect((await audited('child.joined')).at(-1)).toMatchObject({ actor: child, data: { guardianId: adaeze } });
  });

  it('accepts a link once', async () => {
    const token = await linkFor(ida);
    await rows('delete from security_log');
    expect((await join(token)).status).toBe(200);
    expect(await join(token)).toMatchObject({ status: 410, session: undefined });
    const events = await rows('select kind, affiliate_id, session_id is not null as "hasSession" from security_log');
    expect(events).toEqual([{ kind: 'session.created_from_token', affiliate_id: ida, hasSession: true }]);
  });

  it('returns family.link_over after 15 minutes', async () => {
    const { body } = await call<{ expiresDate: string }>(adaeze, 'POST', `/api/family/Children/${ida}/sign-in-link`);
    const minutes = (Date.parse(body.expiresDate) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
    const token = await linkFor(ida);
    await rows("update link_token set expires_at = now() - interval '1 second' where purpose = 'child-sign-in'");
    expect((await join(token)).body.errors[0].code).toBe('family.link_over');
  });

  it('returns 409 while another person is signed in, and leaves the link usable', async () => {
    const child = await addChild(adaeze);
    const { session } = await join(await linkFor(ida));
    const cookie = `${session?.name}=${session?.value}`;
    const token = await linkFor(child);
    const response = await join(token, cookie);
    expect([response.status, response.body.errors[0].code]).toEqual([409, 'account.other_session']);
    expect(await signedInName(cookie)).toBe('Ida');
    expect((await join(token)).body).toEqual({ firstName: 'Obi' });
  });

  it('accepts a device that is already signed in as the child', async () => {
    const { session } = await join(await linkFor(ida));
    const repeated = await join(await linkFor(ida), `${session?.name}=${session?.value}`);
    expect(repeated.status).toBe(200);
  });

  it('returns 410 for a link from a former guardian', async () => {
    const token = await linkFor(ida);
    await rows('delete from guardian_link where affiliate_id = $1', [ida]);
    expect((await join(token)).status).toBe(410);
  });

  it('signs the device out when a guardian, who may hold it, steps down', async () => {
    await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [ida, diver]);
    const { session } = await join(await linkFor(ida, diver));
    const cookie = `${session?.name}=${session?.value}`;
    expect(await signedInName(cookie)).toBe('Ida');
    expect((await call(diver, 'DELETE', `/api/family/Children/${ida}/guardians/${diver}`)).status).toBe(200);
    expect(await signedInName(cookie)).toBeUndefined();
  });

  it('rejects a request from another origin', async () => {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/family/Join',
      headers: { origin: 'https://evil.example' },
      payload: { token: await linkFor(ida) },
    });
    expect(answer.json().errors[0].code).toBe('request.foreign_origin');
  });

  it.each([
    ['the child itself', ida, 403],
    ['a stranger', student, 404],
    ['staff', staff, 404],
    ['a visitor without a session', null, 401],
  ])('doesn’t create a sign-in link for %s', async (_who, by, status) => {
    expect((await call(by, 'POST', `/api/family/Children/${ida}/sign-in-link`)).status).toBe(status);
  });
});
