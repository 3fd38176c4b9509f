import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { rateLimits } from './unsubscribe-link.ts';
import { runApplyPreferences, listConsentRecords, findGlobalUid } from './testing.ts';

const portal = await testPortal();
const { services } = portal;
const diverId = 400_001;
const uid = await findGlobalUid(services, 'diver@demo.test');
const subscribed = { bluewaterCommunications: true, thirdParty: true, communicationLanguage: 'en-US' };
const oneClick = 'List-Unsubscribe=One-Click';

async function press(url: string, payload = oneClick, type = 'application/x-www-form-urlencoded') {
  return portal.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
}

const state = async () => (await portal.request(null, 'GET', `/api/preferences/unsubscribe/${uid}`)).json();

beforeEach(async () => {
  await services.database.pool.query('delete from rate_counter');
  await portal.request(null, 'POST', '/api/preferences/unsubscribe', { id: uid, ...subscribed });
});

describe('one click in a mail program', () => {
  it.each([
    ['with global_uid', `/unsubscribed?global_uid=${uid}`],
    ['with id, a language and the mailing', `/unsubscribed/de-DE?id=${uid}&sfm_jobid=5`],
  ])('%s unsubscribes from our letters, and from nothing else', async (_name, url) => {
    const answer = await press(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(answer.body).not.toBe('');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await state()).toMatchObject({ ...subscribed, bluewaterCommunications: false });
  });

  it('comes as a multipart form as well', async () => {
    const form = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;
    const answer = await press(`/unsubscribed?global_uid=${uid}`, form, 'multipart/form-data; boundary=x');
    expect(answer.statusCode).toBe(200);
    expect(await state()).toMatchObject({ bluewaterCommunications: false });
  });

  it('is recorded once, however often it is pressed', async () => {
    const before = (await listConsentRecords(services, diverId)).length;
    for (let count = 0; count < 3; count++)
      expect((await press(`/unsubscribed/fr-FR?global_uid=${uid}&sfm_jobid=9`)).statusCode).toBe(200);
    const records = await listConsentRecords(services, diverId);
    expect(records.slice(before)).toMatchObject([
      { subject: 'communications', value: 'false', how: 'one-click', text_locale: 'fr-FR', mailing_job: '9' },
    ]);
    await runApplyPreferences(services, diverId);
    expect((await listConsentRecords(services, diverId)).at(-1)?.effective_at).not.toBeNull();
  });

  it.each([
    ['another body', 'List-Unsubscribe=Maybe', 'application/x-www-form-urlencoded', 400],
    ['no body', '', 'application/x-www-form-urlencoded', 400],
    ['a form that ends in the middle', '--x\r\nContent-Disp', 'multipart/form-data; boundary=x', 400],
    ['a body that is far too large', `${oneClick}&x=${'x'.repeat(10_000)}`, 'application/x-www-form-urlencoded', 413],
    ['a body of another kind', oneClick, 'text/csv', 415],
  ])('with %s is refused, and nothing changes', async (_name, payload, type, status) => {
    expect((await press(`/unsubscribed?global_uid=${uid}`, payload, type)).statusCode).toBe(status);
    expect(await state()).toMatchObject(subscribed);
  });

  it.each([
    ['without a uid', '/unsubscribed', 400],
    ['with what is no uid', '/unsubscribed?global_uid=1', 400],
    ['with a uid that nobody has', `/unsubscribed?global_uid=${crypto.randomUUID()}`, 404],
  ])('%s is refused', async (_name, url, status) => {
    expect((await press(url)).statusCode).toBe(status);
  });

  it('is slowed for who tries uids, and never for who has one', async () => {
    const address = `/unsubscribed?global_uid=${crypto.randomUUID()}`;
    await press(address);
    await services.database.pool.query('update rate_counter set taken = $1', [rateLimits.misses.limit]);
    expect((await press(address)).statusCode).toBe(429);
    expect((await press(`/unsubscribed?global_uid=${uid}`)).statusCode).toBe(200);
  });
});
