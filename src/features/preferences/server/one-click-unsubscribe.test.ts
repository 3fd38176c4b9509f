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

async function sendOneClick(url: string, payload = oneClick, type = 'application/x-www-form-urlencoded') {
  return portal.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
}

const state = async () => (await portal.request(null, 'GET', `/api/preferences/unsubscribe/${uid}`)).json();

beforeEach(async () => {
  await services.database.pool.query('delete from rate_counter');
  await portal.request(null, 'POST', '/api/preferences/unsubscribe', { id: uid, ...subscribed });
});

describe('one-click unsubscribe', () => {
  it.each([
    ['with global_uid', `/unsubscribed?global_uid=${uid}`],
    ['with id, a language and the mailing', `/unsubscribed/de-DE?id=${uid}&sfm_jobid=5`],
  ])('%s unsubscribes from the newsletter only', async (_name, url) => {
    const answer = await sendOneClick(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(answer.body).not.toBe('');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await state()).toMatchObject({ ...subscribed, bluewaterCommunications: false });
  });

  it('accepts a multipart form', async () => {
    const form = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;
    const answer = await sendOneClick(`/unsubscribed?global_uid=${uid}`, form, 'multipart/form-data; boundary=x');
    expect(answer.statusCode).toBe(200);
    expect(await state()).toMatchObject({ bluewaterCommunications: false });
  });

  it('is recorded once, however often it is sent', async () => {
    const before = (await listConsentRecords(services, diverId)).length;
    for (let count = 0; count < 3; count++)
      expect((await sendOneClick(`/unsubscribed/fr-FR?global_uid=${uid}&sfm_jobid=9`)).statusCode).toBe(200);
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
    ['a truncated form', '--x\r\nContent-Disp', 'multipart/form-data; boundary=x', 400],
    ['a body that is too large', `${oneClick}&x=${'x'.repeat(10_000)}`, 'application/x-www-form-urlencoded', 413],
    ['a body of another kind', oneClick, 'text/csv', 415],
  ])('with %s is rejected and changes nothing', async (_name, payload, type, status) => {
    expect((await sendOneClick(`/unsubscribed?global_uid=${uid}`, payload, type)).statusCode).toBe(status);
    expect(await state()).toMatchObject(subscribed);
  });

  it.each([
    ['without a uid', '/unsubscribed', 400],
    ['with an invalid uid', '/unsubscribed?global_uid=1', 400],
    ['with an unknown uid', `/unsubscribed?global_uid=${crypto.randomUUID()}`, 404],
  ])('%s is rejected', async (_name, url, status) => {
    expect((await sendOneClick(url)).statusCode).toBe(status);
  });

  it('limits requests with unknown uids, but not those with a valid one', async () => {
    const address = `/unsubscribed?global_uid=${crypto.randomUUID()}`;
    await sendOneClick(address);
    await services.database.pool.query('update rate_counter set taken = $1', [rateLimits.misses.limit]);
    expect((await sendOneClick(address)).statusCode).toBe(429);
    expect((await sendOneClick(`/unsubscribed?global_uid=${uid}`)).statusCode).toBe(200);
  });
});
