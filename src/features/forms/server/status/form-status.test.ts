import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFormsFixture, memberNumber, storeNumber } from '#test/support/api/forms-testing.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { listFormStatuses } from './form-status.ts';

const portal = await testPortal();
const { rows, submit, begin, answerAll, sign } = createFormsFixture(portal);
const { services } = portal;
const context = { services, db: services.database.db };
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

const statusOf = async (
  onDate: string | Date,
  named: { storeNumber?: number | null; memberNumber?: number | null } = {},
) =>
  (
    await listFormStatuses(context, [
      { affiliateId: demoAffiliateIds.diver, onDate, packet: 'course', storeNumber, memberNumber: null, ...named },
    ])
  )[0];

/** Signs a form and moves its dates back. */
const signDaysAgo = async (days: number, answers: Record<string, string> = {}) => {
  const id = await submit('diver', { packet: 'course', storeNumber }, answers);
  await rows(
    `update form_record set signed_at = signed_at - make_interval(days => $2),
       medical_changed_at = medical_changed_at - make_interval(days => $2),
       cleared_at = cleared_at - make_interval(days => $2) where id = $1`,
    [id, days],
  );
  return id;
};

beforeEach(async () => {
  for (const table of ['form_evaluation', 'form_reading', 'form_record', 'form_draft'])
    await rows(`delete from ${table} where affiliate_id in ($1, $2)`, [demoAffiliateIds.diver, demoAffiliateIds.minor]);
});

describe('listFormStatuses: forms', () => {
  it('are missing before they are signed and complete from that day on', async () => {
    expect(await statusOf(day(0))).toMatchObject({ isSigned: false, missing: ['forms_missing', 'medical_missing'] });
    const id = await signDaysAgo(10);
    expect(await statusOf(day(-12))).toMatchObject({ isSigned: false, isMedicalClear: false });
    expect(await statusOf(day(-10))).toMatchObject({ isSigned: true, isMedicalClear: true, missing: [], recordId: id });
    expect(await statusOf(day(0))).toMatchObject({ missing: [] });
  });

  it('count for the store or professional they name', async () => {
    await signDaysAgo(1);
    expect(await statusOf(day(0), { storeNumber: null, memberNumber })).toMatchObject({ isSigned: false });
    expect(await statusOf(day(0), { storeNumber: null, memberNumber: null })).toMatchObject({ missing: [] });
  });

  it('report a missing guardian signature', async () => {
    const id = await begin('minor', { packet: 'course', storeNumber });
    await answerAll('minor', id);
    await sign('minor', id);
    const query = {
      affiliateId: demoAffiliateIds.minor,
      onDate: day(0),
      packet: 'course',
      storeNumber,
      memberNumber,
    } as const;
    expect((await listFormStatuses(context, [query]))[0]?.missing).toEqual([
      'guardian_signature_missing',
      'medical_missing',
    ]);
  });

  it('are returned in the order of the queries', async () => {
    await signDaysAgo(0);
    const query = (affiliateId: number) =>
      ({ affiliateId, onDate: day(0), packet: 'course', storeNumber, memberNumber: null }) as const;
    const found = await listFormStatuses(context, [
      query(demoAffiliateIds.student),
      query(demoAffiliateIds.diver),
      query(demoAffiliateIds.student),
    ]);
    expect(found.map(({ affiliateId, isSigned }) => [affiliateId, isSigned])).toEqual([
      [demoAffiliateIds.student, false],
      [demoAffiliateIds.diver, true],
      [demoAffiliateIds.student, false],
    ]);
  });
});

describe('listFormStatuses: day of the signature', () => {
  const dives = '2026-06-01';
  const signAt = async (moment: string, named: { storeNumber?: number } = { storeNumber }) => {
    const id = await submit('diver', { packet: 'course', ...named });
    await rows('update form_record set signed_at = $2, cleared_at = $2, medical_changed_at = $2 where id = $1', [
      id,
      moment,
    ]);
  };
  const setStoreCountry = (country: string) =>
    rows('update person set country = $2 where store_number = $1', [storeNumber, country]);
  afterEach(() => setStoreCountry('GB'));

  it.each([
    // The morning after the dive, before noon in UTC.
    ['GB', '2026-06-02T08:00:00Z', false],
    ['GB', '2026-06-01T22:59:00Z', true],
    ['GB', '2026-06-01T23:01:00Z', false],
    // The evening of the dive in Honolulu, the westernmost time zone of the country.
    ['US', '2026-06-02T09:59:00Z', true],
    ['US', '2026-06-02T10:01:00Z', false],
    // Perth is the westernmost time zone of the country.
    ['AU', '2026-06-01T15:59:00Z', true],
    ['AU', '2026-06-01T16:01:00Z', false],
    // UTC applies without a known country.
    ['', '2026-06-01T23:59:00Z', true],
    ['', '2026-06-02T00:01:00Z', false],
  ])('uses the store’s time zone, in %s at %s: %s', async (country, moment, isSigned) => {
    await setStoreCountry(country);
    if (country === '') await withoutHome();
    await signAt(moment);
    expect(await statusOf(dives)).toMatchObject({ isSigned, isMedicalClear: isSigned });
  });

  it('counts the local day although it is still the day before in UTC', async () => {
    await setStoreCountry('AU');
    await signAt('2026-06-01T20:00:00Z');
    expect(await statusOf(new Date('2026-06-01T20:01:00Z'))).toMatchObject({ missing: [] });
    expect(await statusOf(dives)).toMatchObject({ isSigned: false });
    expect(await statusOf(new Date('2026-06-01T19:59:00Z'))).toMatchObject({ isSigned: true });
    expect(await statusOf(new Date('2026-06-01T15:59:00Z'))).toMatchObject({ isSigned: false });
  });

  it('uses the diver’s country when the form names no one', async () => {
    await withoutHome();
    await rows("insert into billing_country (affiliate_id, country, given_at) values ($1, 'US', now())", [
      demoAffiliateIds.diver,
    ]);
    await signAt('2026-06-02T09:59:00Z', {});
    expect(await statusOf(dives, { storeNumber: null })).toMatchObject({ missing: [] });
  });

  /** Deletes the address and the billing country. */
  async function withoutHome(): Promise<void> {
    for (const table of ['mailing_address', 'billing_country'])
      await rows(
        `delete from ${table} where affiliate_id in (select affiliate_id from person
        where affiliate_id = $1 or store_number = $2)`,
        [demoAffiliateIds.diver, storeNumber],
      );
  }
});

describe('listFormStatuses: medical', () => {
  it('expires', async () => {
    await signDaysAgo(10);
    await rows('update form_record set valid_until = $2 where affiliate_id = $1', [demoAffiliateIds.diver, day(-2)]);
    expect(await statusOf(day(-2))).toMatchObject({ isMedicalClear: true });
    expect(await statusOf(day(0))).toMatchObject({ isSigned: true, missing: ['medical_expired'] });
  });

  it.each([
    ['physician', 'physician_missing'],
    ['review', 'confirmation_pending'],
    ['refused', 'physician_refused'],
  ])('is not clear while it is %s', async (status, problem) => {
    const id = await signDaysAgo(5, { 'medical.q3': 'yes' });
    await rows('update form_record set medical_status = $2 where id = $1', [id, status]);
    expect(await statusOf(day(0))).toMatchObject({ isMedicalClear: false, missing: [problem] });
  });

  it('is clear from the day of the confirmation', async () => {
    const id = await signDaysAgo(10, { 'medical.q3': 'yes' });
    await rows(
      `update form_record set medical_status = 'approved', medical_changed_at = now() - interval '4 days',
         cleared_at = now() - interval '4 days' where id = $1`,
      [id],
    );
    expect(await statusOf(day(-6))).toMatchObject({ missing: ['physician_missing'] });
    expect(await statusOf(day(-3))).toMatchObject({ isMedicalClear: true, missing: [] });
  });

  it('stays clear for days before a physician refused', async () => {
    const id = await signDaysAgo(10);
    await rows(
      `update form_record set medical_status = 'refused', medical_changed_at = now() - interval '2 days' where id = $1`,
      [id],
    );
    expect(await statusOf(day(-5))).toMatchObject({ isMedicalClear: true });
    expect(await statusOf(day(0))).toMatchObject({ missing: ['physician_refused'] });
  });

  it('is that of the newest form', async () => {
    await signDaysAgo(10);
    await signDaysAgo(2, { 'medical.q3': 'yes' });
    expect(await statusOf(day(-5))).toMatchObject({ isMedicalClear: true });
    expect(await statusOf(day(0))).toMatchObject({ missing: ['physician_missing'] });
  });
});
