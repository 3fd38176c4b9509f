import type { Services } from '#platform/server/http/context.ts';
import type { Insertable } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { toIsoDate, addDays, addYear } from '#platform/shared/dates.ts';
import { convertUsd } from '#features/payments/server/public.ts';
import { seedDemoClubPayments } from './payments.ts';
import { clubCurrency, clubPrices, trialDays } from '#features/club/shared/membership-rules.ts';

const diver = 400_001;
const guardian = 400_004;
const candidate = 400_006;

/**
 * Seeds a member in the ninth month of a first year, one in a trial and a former member. Seeding again changes nothing.
 * Returns the payments, whose orders the caller records.
 */
export async function seedDemoClub(services: Services, db: Db, now = new Date()) {
  const today = toIsoDate(now);
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
  return seedDemoClubPayments(services, db, { [getYearId(diver)]: 'SE', [getYearId(guardian)]: 'GB' });
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
  currency: 'SEK' | 'GBP',
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

/** A day in the month `months` before today. */
function dayMonthsBefore(today: string, months: number, day: string): string {
  const date = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return `${toIsoDate(date).slice(0, 7)}-${day}`;
}
