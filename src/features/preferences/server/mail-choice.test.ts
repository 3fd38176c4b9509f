import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { pool } = portal.services.database;
const kind = 'account.photo_approved';
const { rows } = await pool.query<{ global_uuid: string }>(
  'select global_uuid from person where affiliate_id = 400001',
);
const uid = rows[0]?.global_uuid ?? '';
const address = (of = kind, whose = uid) => `/api/preferences/unsubscribe/${whose}/notifications/${of}`;
const byMail = async () => (await portal.request(null, 'GET', address())).json().byMail;
const chosen = async () =>
  (await pool.query('select kind, in_portal, by_mail from notification_choice where affiliate_id = 400001')).rows;

describe('unsubscribe link of one kind of notification', () => {
  it('returns the kind and changes nothing when it is opened', async () => {
    const answer = await portal.request(null, 'GET', address());
    expect(answer.json()).toEqual({ kind, title: 'Photo approved', byMail: true });
    expect(await chosen()).toEqual([]);
  });

  it('returns the title in the language of the page', async () => {
    const headers = { 'x-locale': 'de-DE', cookie: 'locale=fr-FR', 'accept-language': 'es' };
    const german = portal.services.messages.format('de-DE', 'account.mail.photo_approved.title');
    expect((await portal.app.inject({ url: address(), headers })).json().title).toBe(german);
    headers['x-locale'] = 'of no language';
    const french = portal.services.messages.format('fr-FR', 'account.mail.photo_approved.title');
    expect((await portal.app.inject({ url: address(), headers })).json().title).toBe(french);
  });

  it('turns the mails off and on without a sign-in, and leaves the portal channel', async () => {
    expect((await portal.request(null, 'POST', address(), { byMail: false })).json().byMail).toBe(false);
    expect(await chosen()).toEqual([{ kind, in_portal: true, by_mail: false }]);
    expect((await portal.request(null, 'POST', address(), { byMail: true })).json().byMail).toBe(true);
    expect(await byMail()).toBe(true);
  });

  it('turns off only these mails with one click in the mail program', async () => {
    const sendOneClick = (query: string) =>
      portal.app.inject({
        method: 'POST',
        url: `/unsubscribed/de-DE?global_uid=${uid}&${query}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    const before = (await pool.query('select count(*) from consent_record')).rows;
    expect((await sendOneClick(`kind=${kind}`)).statusCode).toBe(200);
    expect(await byMail()).toBe(false);
    expect((await pool.query('select count(*) from consent_record')).rows).toEqual(before);
    expect((await sendOneClick('kind=nothing.known')).statusCode).toBe(404);
    expect((await sendOneClick('kind=account.password_changed')).statusCode).toBe(409);
  });

  it.each([
    ['an unknown kind', address('nothing.known'), 404, 'notifications.unknown_kind'],
    ['an unknown person', address(kind, '00000000-0000-4000-8000-000000000000'), 404, 'not_found'],
    ['a required kind', address('account.password_changed'), 409, 'notifications.required'],
    ['an invalid uid', address(kind, 'x'), 400, 'request.invalid'],
  ])('rejects %s', async (_name, url, status, code) => {
    const answer = await portal.request(null, 'POST', url, { byMail: false });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([status, code]);
  });
});
