import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { emailLanguages, textVersion } from '#features/preferences/shared/rules.ts';
import { runApplyPreferences, countJobs, listConsentRecords } from './testing.ts';

const portal = await testPortal();
const { services } = portal;
const base = '/api/preferences';
const [diver, student, minor, guardian] = ['diver', 'student', 'minor', 'guardian'].map((name) => `${name}@demo.test`);
const instructor = 'instructor@demo.test';
const staff = 'staff@demo.test';
const ids = {
  diver: 400_001,
  student: 400_002,
  minor: 400_003,
  instructor: 400_005,
  candidate: 400_006,
  store: 400_007,
};
const wanted = { bluewaterCommunications: true, thirdParty: false, communicationLanguage: 'de-DE' };

async function preferenceOf(affiliateId: number, email = staff) {
  return (await portal.request(email, 'GET', `${base}/preference/${affiliateId}`)).json();
}

describe('POST preference', () => {
  it('has not happened while GET preference returns null', async () => {
    const answer = await portal.request(student as string, 'GET', `${base}/preference/${ids.student}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, null]);
  });

  it('stores each field with its consent record and enqueues the job in the same transaction', async () => {
    const headers = { ...(await portal.headersOf(student as string)), cookie: 'locale=fr-FR' };
    const answer = await portal.app.inject({ method: 'POST', url: `${base}/preference`, headers, payload: wanted });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ ...wanted, version: 1, choices: [{ by: 'self' }, {}, {}] });
    const common = {
      actor_affiliate_id: ids.student,
      how: 'preference-center',
      text_locale: 'fr-FR',
      former_value: null,
    };
    expect(await listConsentRecords(services, ids.student)).toMatchObject([
      { ...common, subject: 'communications', value: 'true', text_version: textVersion, effective_at: null },
      { ...common, subject: 'thirdParty', value: 'false' },
      { ...common, subject: 'communicationLanguage', value: 'de-DE' },
    ]);
    expect(await countJobs(services, ids.student)).toBe(1);
  });

  it('returns 409 the second time', async () => {
    const answer = await portal.request(student as string, 'POST', `${base}/preference`, wanted);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([409, 'preferences.exists']);
    expect(await listConsentRecords(services, ids.student)).toHaveLength(3);
  });

  it('accepts one of two concurrent requests', async () => {
    const answers = await Promise.all(
      [true, false].map((thirdParty) =>
        portal.request('store@demo.test', 'POST', `${base}/preference`, { ...wanted, thirdParty }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await listConsentRecords(services, ids.store)).toHaveLength(3);
  });
});

describe('PUT preference/{id}', () => {
  it('adds a consent record for each changed field only', async () => {
    const before = await preferenceOf(ids.diver, diver);
    const body = {
      id: before.id,
      version: before.version,
      ...wanted,
      communicationLanguage: 'en-US',
      thirdParty: true,
    };
    const answer = await portal.request(diver as string, 'PUT', `${base}/preference/${before.id}`, body);
    expect(answer.json()).toMatchObject({ thirdParty: true, version: before.version + 1 });
    const records = await listConsentRecords(services, ids.diver);
    expect(records.slice(3)).toMatchObject([{ subject: 'thirdParty', value: 'true', former_value: 'false' }]);
  });

  it('stores nothing when nothing changes', async () => {
    const before = await preferenceOf(ids.diver, diver);
    const body = { id: before.id, bluewaterCommunications: true, thirdParty: true, communicationLanguage: 'en-US' };
    const jobs = await countJobs(services, ids.diver);
    const answer = await portal.request(diver as string, 'PUT', `${base}/preference/${before.id}`, body);
    expect(answer.json()).toEqual(before);
    expect(await countJobs(services, ids.diver)).toBe(jobs);
  });

  it('takes effect once, by the job', async () => {
    const waiting = await preferenceOf(ids.diver, diver);
    expect(waiting.choices[0]).toMatchObject({ subject: 'thirdParty', value: 'true', effectiveAt: null });
    await runApplyPreferences(services, ids.diver);
    const [choice] = (await preferenceOf(ids.diver, diver)).choices;
    expect(choice.effectiveAt).toEqual(expect.any(String));
    await runApplyPreferences(services, ids.diver);
    expect((await preferenceOf(ids.diver, diver)).choices[0]).toEqual(choice);
    const recipient = await services.database.db
      .selectFrom('recipient')
      .selectAll()
      .where('affiliate_id', '=', ids.diver)
      .executeTakeFirstOrThrow();
    expect(recipient).toMatchObject({ communications: true, third_party: true, communication_language: 'en-US' });
  });

  it('returns 409 with each differing field for an outdated version', async () => {
    const { id, version } = await preferenceOf(ids.diver, diver);
    const body = {
      id,
      version: version - 1,
      bluewaterCommunications: false,
      thirdParty: true,
      communicationLanguage: 'ja-JP',
    };
    const answer = await portal.request(diver as string, 'PUT', `${base}/preference/${id}`, body);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().errors).toEqual([
      { code: 'preferences.stale', message: 'preferences.stale', path: 'bluewaterCommunications', now: 'true' },
      { code: 'preferences.stale', message: 'preferences.stale', path: 'communicationLanguage', now: 'en-US' },
    ]);
    expect(await preferenceOf(ids.diver, diver)).toMatchObject({ version, bluewaterCommunications: true });
  });

  it('accepts an outdated version that changes nothing', async () => {
    const { id, version } = await preferenceOf(ids.diver, diver);
    const body = {
      id,
      version: version - 1,
      bluewaterCommunications: true,
      thirdParty: true,
      communicationLanguage: 'en-US',
    };
    expect((await portal.request(diver as string, 'PUT', `${base}/preference/${id}`, body)).statusCode).toBe(200);
  });

  it('accepts one of several concurrent changes', async () => {
    const { id, version } = await preferenceOf(ids.instructor, instructor);
    const answers = await Promise.all(
      ['de-DE', 'fr-FR', 'it-IT'].map((communicationLanguage) =>
        portal.request(instructor, 'PUT', `${base}/preference/${id}`, {
          ...wanted,
          id,
          version,
          communicationLanguage,
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  });
});

describe('request body', () => {
  it.each([
    [
      'a flag of another product',
      { ...wanted, otherCommunications: true },
      'preferences.unknown_field',
      'otherCommunications',
    ],
    [
      'an unknown flag alone',
      { thirdParty: true, communicationLanguage: 'en-US', x: true },
      'preferences.unknown_field',
      'x',
    ],
    ['no flag', { thirdParty: true, communicationLanguage: 'en-US' }, 'request.invalid', 'bluewaterCommunications'],
    [
      'a flag that is a word',
      { ...wanted, bluewaterCommunications: 'yes' },
      'request.invalid',
      'bluewaterCommunications',
    ],
    [
      'a language in which we do not write',
      { ...wanted, communicationLanguage: 'ms-MY' },
      'request.invalid',
      'communicationLanguage',
    ],
    ['no third party', { ...wanted, thirdParty: undefined }, 'request.invalid', 'thirdParty'],
  ])('with %s is rejected with its field, and nothing is stored', async (_name, body, code, path) => {
    const { id } = await preferenceOf(ids.diver, diver);
    const first = await portal.request('candidate@demo.test', 'POST', `${base}/preference`, body);
    expect([first.statusCode, first.json().errors[0]]).toMatchObject([400, { code, path }]);
    const change = await portal.request(diver as string, 'PUT', `${base}/preference/${id}`, { id, ...body });
    expect([change.statusCode, change.json().errors[0]]).toMatchObject([400, { code, path }]);
    expect(await preferenceOf(ids.candidate)).toBeNull();
    expect(await preferenceOf(ids.diver)).toMatchObject({ thirdParty: true, communicationLanguage: 'en-US' });
  });
});

describe('access to another person', () => {
  it('returns 404 to everyone but their guardian and staff', async () => {
    const { id } = await preferenceOf(ids.diver);
    const others = [student, guardian, minor, instructor, 'store@demo.test'] as string[];
    for (const email of others) {
      expect((await portal.request(email, 'GET', `${base}/preference/${ids.diver}`)).statusCode).toBe(404);
      const change = await portal.request(email, 'PUT', `${base}/preference/${id}`, { id, ...wanted });
      expect(change.statusCode).toBe(404);
      const first = await portal.request(email, 'POST', `${base}/preference`, {
        ...wanted,
        affiliateId: ids.candidate,
      });
      expect(first.statusCode).toBe(404);
    }
    expect(await preferenceOf(ids.diver)).toMatchObject({ communicationLanguage: 'en-US' });
    expect(await preferenceOf(ids.candidate)).toBeNull();
  });

  it('returns 404 for an id that differs from the URL or is unknown', async () => {
    const own = (await preferenceOf(ids.student, student)).id;
    const { id } = await preferenceOf(ids.diver);
    for (const [address, inBody] of [
      [own, id],
      [id, own],
      [crypto.randomUUID(), own],
    ]) {
      const answer = await portal.request(student as string, 'PUT', `${base}/preference/${address}`, {
        ...wanted,
        id: inBody,
      });
      expect(answer.statusCode).toBe(404);
    }
  });

  it('lets a guardian choose for a minor, with a consent record and an audit entry', async () => {
    const answer = await portal.request(guardian as string, 'POST', `${base}/preference`, {
      ...wanted,
      affiliateId: ids.minor,
    });
    expect(answer.json()).toMatchObject({ ...wanted, choices: [{ by: 'caller' }, {}, {}] });
    expect(await listConsentRecords(services, ids.minor)).toMatchObject([{ actor_affiliate_id: 400_004 }, {}, {}]);
    expect((await preferenceOf(ids.minor, minor)).choices[0]).toMatchObject({ by: 'other' });
    const { id } = answer.json();
    const change = await portal.request(guardian as string, 'PUT', `${base}/preference/${id}`, {
      ...wanted,
      id,
      thirdParty: true,
    });
    expect(change.json()).toMatchObject({ thirdParty: true });
    await preferenceOf(ids.minor, guardian);
    const log = await services.database.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_affiliate_id'])
      .where('subject', '=', `person:${ids.minor}`)
      .where('actor_affiliate_id', '=', 400_004)
      .orderBy('seq')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(['preference.changed', 'preference.changed', 'preference.read']);
  });

  it('lets staff change the preference', async () => {
    const { id } = await preferenceOf(ids.student);
    const answer = await portal.request(staff, 'PUT', `${base}/preference/${id}`, { ...wanted, id, thirdParty: true });
    expect(answer.json().choices[0]).toMatchObject({ subject: 'thirdParty', by: 'caller' });
  });
});

describe('GET MarketingLanguage/{affiliateType}', () => {
  it.each(Object.values(affiliateType))(
    'returns the 26 languages by their own names for affiliate type %i',
    async (type) => {
      const list = (await portal.request(null, 'GET', `${base}/MarketingLanguage/${type}`)).json();
      expect(list.map((language: { ietfLanguageTag: string }) => language.ietfLanguageTag)).toEqual(emailLanguages);
      expect(list).toContainEqual({ ietfLanguageTag: 'de-DE', name: 'Deutsch' });
    },
  );

  it('returns 404 for an unknown type', async () => {
    for (const type of [5, 8])
      expect((await portal.request(null, 'GET', `${base}/MarketingLanguage/${type}`)).statusCode).toBe(404);
    expect((await portal.request(null, 'GET', `${base}/MarketingLanguage/x`)).statusCode).toBe(400);
  });
});
