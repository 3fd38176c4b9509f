import type { Context, Services } from '../../../platform/server/context.ts';
import { statement } from '../../../platform/server/db.ts';
import { openAddress } from '../../account/server/public.ts';
import { dayOf, isCompany, isMinor } from '../../account/shared/rules.ts';
import { failPayment } from '../shared/contract.ts';
import { type Currency, currencyOf } from '../shared/currency.ts';
import type { Quote } from '../shared/quote.ts';
import { taxIn, taxOf } from '../shared/tax.ts';
import { convertUsd } from './currencies.ts';
import { readTaxes } from './taxes.ts';

/** What decides how somebody pays. */
export interface Billing {
  /** Two capitals; empty where the person has not given one. Nothing is ordered then. */
  country: string;
  currency: Currency;
  /** Under 18: a guardian pays. */
  isMinor: boolean;
  /** The age is not known, so neither is who pays. A store has none. */
  needsBirthdate: boolean;
}

interface BillingRow {
  country: string;
  given: string | null;
  birthdate: string | null;
  affiliateTypeId: number;
  sealedAddress: string | null;
}

const selectBilling = statement<BillingRow, [affiliateId: number]>(`
  select p.country, b.country as given, p.birthdate, p.affiliate_type_id as "affiliateTypeId", a.sealed_address as "sealedAddress"
  from person p left join mailing_address a using (affiliate_id) left join billing_country b using (affiliate_id)
  where p.affiliate_id = $1`);
const saveCountry = statement<unknown, [affiliateId: number, country: string, now: Date]>(`
  insert into billing_country (affiliate_id, country, given_at) values ($1, $2, $3)
  on conflict (affiliate_id) do update set country = excluded.country, given_at = excluded.given_at`);

type Asking = Pick<Context, 'db' | 'services' | 'now'>;

/** The address of the profile takes precedence over a country that was given on its own. */
export function countryOf(
  { country, given, sealedAddress }: Pick<BillingRow, 'country' | 'given' | 'sealedAddress'>,
  secretKeys: readonly string[],
): string {
  const address = sealedAddress === null ? null : openAddress(secretKeys, sealedAddress);
  return address?.countryId || country || given || '';
}

export async function readBilling({ db, services, now }: Asking, affiliateId: number): Promise<Billing> {
  const [row] = await selectBilling(db, affiliateId);
  if (row === undefined) throw new Error(`there is no person ${affiliateId}`);
  const country = countryOf(row, services.env.SECRET_KEYS);
  return { country, currency: currencyOf(country), ...ageOf(row, now) };
}

/** Whether the person is known to be an adult, who can pay. */
export function ageOf(
  { birthdate, affiliateTypeId }: Pick<BillingRow, 'birthdate' | 'affiliateTypeId'>,
  now: Date,
): Pick<Billing, 'isMinor' | 'needsBirthdate'> {
  return {
    isMinor: isMinor(birthdate, dayOf(now)),
    needsBirthdate: birthdate === null && !isCompany(affiliateTypeId),
  };
}

/** Of who has none; one that the profile has is changed there. */
export async function giveCountry(asking: Asking, affiliateId: number, country: string): Promise<void> {
  const before = await readBilling(asking, affiliateId);
  if (before.country === country) return;
  const [row] = await selectBilling(asking.db, affiliateId);
  const isFromProfile = row !== undefined && before.country !== '' && before.country !== row.given;
  if (isFromProfile) throw failPayment('payments.country_known', { path: 'country' });
  await saveCountry(asking.db, affiliateId, country, asking.now);
}

/** Whoever pays is an adult with a country: a minor asks a guardian, and tax depends on the country. */
export function assertCanPay({
  country,
  isMinor: isUnderage,
  needsBirthdate,
}: Pick<Billing, 'country' | 'isMinor' | 'needsBirthdate'>): void {
  if (needsBirthdate) throw failPayment('payments.birthdate_needed', { path: 'birthDate' });
  if (isUnderage) throw failPayment('payments.guardian_needed');
  if (country === '') throw failPayment('payments.country_needed', { path: 'country' });
}

/** What something that is priced in US dollars and taxed as digital costs somebody. */
export function quoteDigital(
  { services }: { services: Pick<Services, 'env'> },
  billing: Pick<Billing, 'country' | 'currency'>,
  usdMinor: number,
): Quote {
  const { currency } = billing;
  const unitMinor = usdMinor === 0 ? 0 : convertUsd(usdMinor, currency);
  return { ...withTax({ services }, billing, unitMinor, currency), usdMinor };
}

/** A price that was fixed in some currency, with the tax of somebody's country. */
export function withTax(
  { services }: { services: Pick<Services, 'env'> },
  { country }: Pick<Billing, 'country'>,
  unitMinor: number,
  currency: string,
): Quote {
  const { isIncluded: isTaxIncluded, bpOf } = taxIn(readTaxes(services.env.TAX_FILE), country);
  const taxBp = bpOf('digital');
  const taxMinor = taxOf(unitMinor, taxBp, isTaxIncluded);
  return {
    usdMinor: unitMinor,
    country,
    currency,
    isTaxIncluded,
    taxBp,
    taxMinor,
    unitMinor,
    totalMinor: isTaxIncluded ? unitMinor : unitMinor + taxMinor,
  };
}
