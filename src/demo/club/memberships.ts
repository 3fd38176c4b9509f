import type { Services } from '#platform/server/http/context.ts';
import type { Insertable } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { toIsoDate, addDays, addYear } from '#platform/shared/dates.ts';
import { type Currency, getCountryCurrency } from '#features/payments/shared/currency.ts';
import { convertUsd } from '#features/payments/server/public.ts';
import { ids } from '#demo/world/people.ts';
import type { World } from '#demo/world/world.ts';
import { seedDemoClubPayments } from './payments.ts';
import { insertReminder } from '#features/club/server/queries.ts';
import { clubCurrency, clubPrices, trialDays } from '#features/club/shared/membership-rules.ts';

const { diver, guardian, candidate } = ids;

/** Days before the end on which the portal reminds members. */
const reminderDays = [30, 7, 1] as const;

/**
 * Seeds a member in the ninth month of a first year, one in a trial, a former member, and divers of whom some have
 * renewed. Seeding again changes nothing.
 * Returns the payments, whose orders the caller records.
 */
export async function seedDemoClub(services: Services, db: Db, world: World) {
  const { timeline } = world;
  const today = toIsoDate(timeline.now);
  const startedOn = dayMonthsBefore(today, 8, '03');
  const usedOn = dayMonthsBefore(today, 4, '18');
  const savedMinor = convertUsd(4475, 'SEK');
  if (await insertIfNew(db, diver, null, true, '4242'))
    await seedYear(db, diver, 'SEK', 'BLUE25-7TR4', startedOn, [`${usedOn}T10:20:00Z`, 'Dry Suit', savedMinor]);
  if (await insertIfNew(db, guardian, null, false, null))
    await seedYear(db, guardian, 'GBP', 'BLUE25-Q4WN', dayMonthsBefore(today, 17, '09'), [null, null, null]);
  const trialOn = addDays(today, -24);
  if (await insertIfNew(db, candidate, trialOn, false, null)) {
    const id = getYearId(candidate);
    const [until, price] = [addDays(trialOn, trialDays), clubPrices.trial];
    await insertPeriod(db, {
      affiliate_id: candidate,
      id,
      kind: 'trial',
      starts_on: trialOn,
      ends_on: until,
      price_minor: price,
      currency: clubCurrency,
    });
  }
  const countries: Record<string, string> = { [getYearId(diver)]: 'SE', [getYearId(guardian)]: 'GB' };
  for (const { affiliateId, country, daysAgo, isRenewing, hasRenewed } of listMembers(world)) {
    await insertIfNew(db, affiliateId, null, isRenewing, isRenewing ? '4242' : null);
    const currency = getCountryCurrency(country);
    const startsOn = addDays(today, -daysAgo - (hasRenewed ? yearDays : 0));
    await seedYear(db, affiliateId, currency, createCode(affiliateId), startsOn, [null, null, null]);
    countries[getYearId(affiliateId)] = country;
    if (hasRenewed) countries[await seedRenewedYear(db, affiliateId, currency, addYear(startsOn))] = country;
  }
  return seedDemoClubPayments(services, db, countries);
}

const createCode = (name: number | string) =>
  `BLUE25-${createUuidFromText(`club code ${name}`).slice(0, 4).toUpperCase()}`;

const yearDays = 365;

/**
 * Divers with a specialty. Their year ends soon for some, and is the second one of those who were certified long enough
 * ago and renew.
 */
function listMembers({ people, careers, courses }: World) {
  const certifiedDaysAgo = (affiliateId: number) =>
    Math.max(0, ...courses.flatMap((course) => (course.affiliateId === affiliateId ? (course.cardDaysAgo ?? 0) : 0)));
  return people
    .filter(({ journey, guardianId }) => guardianId === null && (journey === 'nitrox' || journey === 'adventure'))
    .map(({ affiliateId, country }, index) => {
      const joined = careers.find((career) => career.affiliateId === affiliateId)?.joinedDaysAgo ?? 0;
      const daysAgo = Math.min(joined - 1, 352 - index * 23);
      const isRenewing = index % 3 !== 1;
      const hasRenewed = isRenewing && daysAgo + yearDays < certifiedDaysAgo(affiliateId);
      return { affiliateId, country, daysAgo, isRenewing, hasRenewed };
    });
}

const getYearId = (affiliateId: number) => createUuidFromText(`demo club ${affiliateId}`);

async function insertIfNew(
  db: Db,
  affiliateId: number,
  trialOn: string | null,
  isRenewing: boolean,
  card: string | null,
): Promise<boolean> {
  const method = card === null ? null : `test_${card}`;
  const inserted = await db
    .insertInto('membership')
    .values({
      affiliate_id: affiliateId,
      trial_used_at: trialOn,
      is_renewing: isRenewing,
      payment_method: method,
      payment_hint: card,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('affiliate_id')
    .execute();
  return inserted.length > 0;
}

/** A period that was created on its first day. */
async function insertPeriod(
  db: Db,
  period: Insertable<Tables['membership_period']> & { starts_on: string },
): Promise<void> {
  await db
    .insertInto('membership_period')
    .values({ ...period, created_at: `${period.starts_on}T00:00:00Z` })
    .execute();
}

async function seedYear(
  db: Db,
  affiliateId: number,
  currency: Currency,
  code: string,
  from: string,
  [usedAt, usedFor, savedMinor]: [at: string | null, usedFor: string | null, savedMinor: number | null],
): Promise<void> {
  await insertPeriod(db, {
    affiliate_id: affiliateId,
    id: getYearId(affiliateId),
    kind: 'first',
    starts_on: from,
    ends_on: addYear(from),
    price_minor: convertUsd(clubPrices.first, currency),
    currency,
    discount_code: code,
    discount_used_at: usedAt,
    discount_used_for: usedFor,
    discount_saved_minor: savedMinor,
  });
}

/** Seeds the year after the first one, which the stored card was charged for, and the reminders before. Returns its id. */
async function seedRenewedYear(db: Db, affiliateId: number, currency: Currency, from: string): Promise<string> {
  const id = createUuidFromText(`demo club ${affiliateId} renewed`);
  for (const daysBefore of reminderDays) {
    const sentAt = new Date(`${addDays(from, -daysBefore)}T00:03:00Z`);
    await insertReminder(db, { affiliateId, endsOn: from, daysBefore, now: sentAt });
  }
  await insertPeriod(db, {
    affiliate_id: affiliateId,
    id,
    kind: 'regular',
    starts_on: from,
    ends_on: addYear(from),
    price_minor: convertUsd(clubPrices.regular, currency),
    currency,
    discount_code: createCode(`${affiliateId} renewed`),
  });
  return id;
}

/** A day in the month `months` before today. */
function dayMonthsBefore(today: string, months: number, day: string): string {
  const date = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return `${toIsoDate(date).slice(0, 7)}-${day}`;
}
