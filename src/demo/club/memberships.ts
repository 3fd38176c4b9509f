import type { Services } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { toIsoDate, addDays, addYear } from '#platform/shared/dates.ts';
import { convertUsd } from '#features/payments/server/public.ts';
import { seedDemoClubPayments } from './payments.ts';
import { clubCurrency, clubPrices, trialDays } from '#features/club/shared/membership-rules.ts';

const diver = 400_001;
const guardian = 400_004;
const candidate = 400_006;

const insertMembership = statement<
  { id: number },
  [affiliateId: number, trialOn: string | null, isRenewing: boolean, method: string | null, hint: string | null]
>(`
  insert into membership (affiliate_id, trial_used_at, is_renewing, payment_method, payment_hint)
  values ($1, $2, $3, $4, $5) on conflict do nothing returning affiliate_id as id`);
const insertPeriod = statement<
  unknown,
  [
    affiliateId: number,
    id: string,
    kind: string,
    startsOn: string,
    endsOn: string,
    priceMinor: number,
    currency: string,
    code: string | null,
    usedAt: string | null,
    usedFor: string | null,
    savedMinor: number | null,
  ]
>(`
  insert into membership_period (affiliate_id, id, kind, starts_on, ends_on, price_minor, currency, discount_code,
    discount_used_at, discount_used_for, discount_saved_minor, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $4::date)`);

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
    await insertPeriod(db, candidate, id, 'trial', trialOn, until, price, clubCurrency, null, null, null, null);
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
  return (await insertMembership(db, affiliateId, trialOn, isRenewing, method, card)).length > 0;
}

async function seedYear(
  db: Db,
  affiliateId: number,
  currency: 'SEK' | 'GBP',
  code: string,
  from: string,
  used: [at: string | null, usedFor: string | null, savedMinor: number | null],
): Promise<void> {
  const id = getYearId(affiliateId);
  const paid = [convertUsd(clubPrices.first, currency), currency] as const;
  await insertPeriod(db, affiliateId, id, 'first', from, addYear(from), ...paid, code, ...used);
}

/** A day in the month `months` before today. */
function dayMonthsBefore(today: string, months: number, day: string): string {
  const date = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return `${toIsoDate(date).slice(0, 7)}-${day}`;
}
