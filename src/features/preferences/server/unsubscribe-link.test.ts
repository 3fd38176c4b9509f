import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { rateLimits } from './unsubscribe-link.ts';
import { runApplyPreferences, countJobs, listConsentRecords, findGlobalUid } from './testing.ts';

const portal = await testPortal();
const { services } = portal;
const base = '/api/preferences';
const diverId = 400_001;
const uid = await findGlobalUid(services, 'diver@demo.test');
const unknownUid = crypto.randomUUID();
const send = (method: 'GET' | 'POST', path: string, payload?: unknown) =>
  portal.request(null, method, `${base}/${path}`, payload);
const subscribed = { bluewaterCommunications: true, thirdParty: false, communicationLanguage: 'en-US' };

/** The demo state: subscribed to the newsletter, not to partners. */
beforeEach(async () => {
  await services.database.pool.query('delete from rate_counter');
  await send('POST', 'unsubscribe', { id: uid, ...subscribed });
});

describe('unsubscribe link', () => {
  it('returns the choices and no other personal data', async () => {
    const answer = await send('GET', `unsubscribe/${uid}`);
    expect(answer.json()).toEqual({
      id: uid,
      ...subscribed,
      version: expect.any(Number),
      updatedAt: expect.any(String),
      choices: [],
    });
  });

  it('returns the defaults before the first choice', async () => {
    const answer = await send('GET', `unsubscribe/${await findGlobalUid(services, 'student@demo.test')}`);
    expect(answer.json()).toMatchObject({ ...subscribed, bluewaterCommunications: false, version: 0, updatedAt: null });
  });

  it('defaults to English mails, whatever the language of the pages', async () => {
    await services.database.pool.query("update person set language = 'de-DE' where email = 'student@demo.test'");
    const answer = await send('GET', `unsubscribe/${await findGlobalUid(services, 'student@demo.test')}`);
    expect(answer.json()).toMatchObject({ communicationLanguage: 'en-US', version: 0 });
  });

  it('returns 404 for an unknown uid', async () => {
    expect((await send('GET', `unsubscribe/${unknownUid}`)).statusCode).toBe(404);
    expect((await send('POST', 'unsubscribe', { id: unknownUid, bluewaterCommunications: false })).statusCode).toBe(
      404,
    );
    expect((await send('GET', `recipient?global_uid=${unknownUid}`)).statusCode).toBe(404);
    const recipient = { keys: { global_uid: unknownUid }, preferences: [] };
    expect((await send('POST', 'recipient', recipient)).statusCode).toBe(404);
    expect((await send('GET', 'unsubscribe/not-a-uid')).json().errors[0].path).toBe('global_uid');
  });

  it('changes nothing when it is read', async () => {
    const before = await listConsentRecords(services, diverId);
    await send('GET', `unsubscribe/${uid}`);
    await send('GET', `recipient?global_uid=${uid}`);
    await portal.app.inject({ url: `/unsubscribed?global_uid=${uid}`, headers: { accept: 'text/html' } });
    await portal.app.inject({ method: 'HEAD', url: `/unsubscribed?global_uid=${uid}` });
    expect(await listConsentRecords(services, diverId)).toEqual(before);
    expect((await send('GET', `unsubscribe/${uid}`)).json()).toMatchObject(subscribed);
  });

  it('unsubscribes by the flag alone and records the mailing', async () => {
    const jobs = await countJobs(services, diverId);
    const body = { id: uid, sfm_jobid: 'mailing-77', bluewaterCommunications: false };
    const answer = await send('POST', 'unsubscribe', body);
    expect(answer.json()).toMatchObject({ ...subscribed, bluewaterCommunications: false, choices: [] });
    expect((await listConsentRecords(services, diverId)).at(-1)).toMatchObject({
      subject: 'communications',
      value: 'false',
      actor_affiliate_id: null,
      how: 'unsubscribe-page',
      mailing_job: 'mailing-77',
    });
    expect(await countJobs(services, diverId)).toBe(jobs + 1);
  });

  it('saves the whole preference', async () => {
    const body = { bluewaterCommunications: false, thirdParty: true, communicationLanguage: 'ar-SA' };
    expect((await send('POST', 'unsubscribe', { id: uid, ...body })).json()).toMatchObject(body);
  });

  it.each([
    ['a yes without the rest', { bluewaterCommunications: true }, 'request.invalid', 'thirdParty'],
    [
      'half of the rest',
      { bluewaterCommunications: false, thirdParty: true },
      'request.invalid',
      'communicationLanguage',
    ],
    ['no flag', { thirdParty: true }, 'request.invalid', 'bluewaterCommunications'],
    ['another flag', { bluewaterCommunications: false, x: true }, 'preferences.unknown_field', 'x'],
  ])('rejects %s', async (_name, body, code, path) => {
    const answer = await send('POST', 'unsubscribe', { id: uid, ...body });
    expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([400, { code, path }]);
    expect((await send('GET', `unsubscribe/${uid}`)).json()).toMatchObject(subscribed);
  });

  it('returns 409 for an outdated version', async () => {
    const { version } = (await send('GET', `unsubscribe/${uid}`)).json();
    const body = { id: uid, ...subscribed, thirdParty: true, version: version - 1 };
    const answer = await send('POST', 'unsubscribe', body);
    expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([409, { path: 'thirdParty', now: 'false' }]);
  });

  it('limits opt-ins, but never a plain opt-out', async () => {
    const { limit } = rateLimits.changes;
    const statuses: number[] = [];
    for (let count = 0; count <= limit; count++)
      statuses.push((await send('POST', 'unsubscribe', { id: uid, ...subscribed })).statusCode);
    expect(statuses.at(-1)).toBe(429);
    const no = await send('POST', 'unsubscribe', { id: uid, bluewaterCommunications: false });
    expect(no.statusCode).toBe(200);
  });

  it('limits requests with unknown uids', async () => {
    await services.database.pool.query('update rate_counter set taken = $1', [rateLimits.calls.limit]);
    const answer = await send('GET', `unsubscribe/${unknownUid}`);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([429, 'rate.limited']);
  });
});

describe('recipient record', () => {
  const entries = (...preferences: object[]) => ({ keys: { global_uid: uid }, preferences });
  const record = async (email?: string) =>
    (await send('GET', `recipient?global_uid=${email ? await findGlobalUid(services, email) : uid}`)).json();

  it('returns the choices in effect, which are opt-outs before the first choice', async () => {
    expect((await record('student@demo.test')).preferences).toEqual([
      { key: 'bluewaterCommunications', status: 'OptOut', optOutReason: null },
      { key: 'thirdParty', status: 'OptOut', optOutReason: null },
    ]);
  });

  it('changes only when a choice takes effect', async () => {
    await runApplyPreferences(services, diverId);
    expect((await record()).preferences[0]).toMatchObject({ status: 'OptIn' });
    await send('POST', 'unsubscribe', { id: uid, bluewaterCommunications: false });
    expect((await record()).preferences[0]).toMatchObject({ status: 'OptIn' });
    await runApplyPreferences(services, diverId);
    expect(await record()).toEqual({
      keys: { global_uid: uid },
      preferences: [
        { key: 'bluewaterCommunications', status: 'OptOut', optOutReason: 'unsubscribe-page' },
        { key: 'thirdParty', status: 'OptOut', optOutReason: expect.any(String) },
      ],
    });
  });

  it('sets the keys that it names and leaves the others', async () => {
    const body = entries({ key: 'thirdParty', status: 'OptIn', optInQualifier: 'fair' });
    expect((await send('POST', 'recipient', body)).json()).toEqual(body);
    expect((await send('GET', `unsubscribe/${uid}`)).json()).toMatchObject({ ...subscribed, thirdParty: true });
    expect((await listConsentRecords(services, diverId)).at(-1)).toMatchObject({
      subject: 'thirdParty',
      value: 'true',
      how: 'recipient-api',
      actor_affiliate_id: null,
    });
    await runApplyPreferences(services, diverId);
    expect((await record()).preferences[1]).toEqual({
      key: 'thirdParty',
      status: 'OptIn',
      optInQualifier: 'recipient-api',
    });
  });

  it.each([
    ['an unknown key', [{ key: 'other', status: 'OptIn' }], 'preferences.unknown_field', 'preferences.0.key'],
    [
      'a reason with a yes',
      [{ key: 'thirdParty', status: 'OptIn', optOutReason: 'x' }],
      'request.invalid',
      'preferences.0.optOutReason',
    ],
    [
      'a qualifier with a no',
      [{ key: 'thirdParty', status: 'OptOut', optInQualifier: 'x' }],
      'request.invalid',
      'preferences.0.optInQualifier',
    ],
    [
      'a key twice',
      [
        { key: 'thirdParty', status: 'OptIn' },
        { key: 'thirdParty', status: 'OptOut' },
      ],
      'request.invalid',
      'preferences.1.key',
    ],
    ['an unknown status', [{ key: 'thirdParty', status: 'Maybe' }], 'request.invalid', 'preferences.0.status'],
  ])('with %s is rejected, and nothing is stored', async (_name, preferences, code, path) => {
    const answer = await send('POST', 'recipient', entries(...preferences));
    expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([400, { code, path }]);
    expect((await send('GET', `unsubscribe/${uid}`)).json()).toMatchObject(subscribed);
  });
});
