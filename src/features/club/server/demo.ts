import type { Services } from '../../../platform/server/context.ts';
import { type Db, statement } from '../../../platform/server/db.ts';
import { uuidOf } from '../../../platform/server/uuid.ts';
import { dayOf } from '../../account/shared/rules.ts';
import { convertUsd } from '../../payments/server/public.ts';
import { payDemoYears } from './demo-payments.ts';
import { addDays, addYear, clubCurrency, prices, trialDays } from '../shared/rules.ts';

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
 * One in the ninth month of a first year, one in a trial, and one who has left. Made once: the jobs of the club take
 * it from there. Returns the payments of the years, whose orders are the shop's to record.
 */
export async function seedDemoClub(services: Services, db: Db, now = new Date()) {
  const today = dayOf(now);
  const began = monthsBefore(today, 8, '03');
  const used = monthsBefore(today, 4, '18');
  const inSweden = convertUsd(4475, 'SEK');
  if (await isNew(db, diver, null, true, '4242'))
    await seedYear(db, diver, 'SEK', 'BLUE25-7TR4', began, [`${used}T10:20:00Z`, 'Dry Suit', inSweden]);
  if (await isNew(db, guardian, null, false, null))
    await seedYear(db, guardian, 'GBP', 'BLUE25-Q4WN', monthsBefore(today, 17, '09'), [null, null, null]);
  const tried = addDays(today, -24);
  if (await isNew(db, candidate, tried, false, null)) {
    const id = yearIdOf(candidate);
    const [until, price] = [addDays(tried, trialDays), prices.trial];
    await insertPeriod(db, candidate, id, 'trial', tried, until, price, clubCurrency, null, null, null, null);
  }
  return payDemoYears(services, db, { [yearIdOf(diver)]: 'SE', [yearIdOf(guardian)]: 'GB' });
}

const yearIdOf = (affiliateId: number) => uuidOf(`demo club ${affiliateId}`);

async function isNew(
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
  const id = yearIdOf(affiliateId);
  const paid = [convertUsd(prices.first, currency), currency] as const;
  await insertPeriod(db, affiliateId, id, 'first', from, addYear(from), ...paid, code, ...used);
}

/** A day of the month that was so many months ago. */
function monthsBefore(today: string, months: number, day: string): string {
  const date = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return `${dayOf(date).slice(0, 7)}-${day}`;
}
