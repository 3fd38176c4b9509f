import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import type { Context, Services } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';
import { decryptAddress } from '#features/account/server/public.ts';
import { isCompany } from '#features/account/shared/rules.ts';
import { failPayment } from '#features/payments/shared/contract.ts';
import { type Currency, getCountryCurrency } from '#features/payments/shared/currency.ts';
import type { Quote } from '#features/payments/shared/quote.ts';
import { getCountryTax, calculateTax } from '#features/payments/shared/tax.ts';
import { convertUsd } from './currency-table.ts';
import { loadTaxTable } from './tax-table.ts';

/** The data that decides how a person pays. */
export interface Billing {
  /** Two capital letters; empty when the person has not provided one. Nothing can be ordered then. */
  country: string;
  currency: Currency;
  /** Minors cannot pay; a guardian does. */
  isMinor: boolean;
  /** True when the age, and therefore the payer, is unknown. Never for stores. */
  needsBirthdate: boolean;
}

interface BillingRow {
  country: string;
  billingCountry: string | null;
  birthdate: string | null;
  affiliateTypeId: number;
  encryptedAddress: string | null;
}

const findBilling = statement<BillingRow, [affiliateId: number]>(`
  select p.country, b.country as "billingCountry", p.birthdate, p.affiliate_type_id as "affiliateTypeId", a.sealed_address as "encryptedAddress"
  from person p left join mailing_address a using (affiliate_id) left join billing_country b using (affiliate_id)
  where p.affiliate_id = $1`);
const saveCountry = statement<unknown, [affiliateId: number, country: string, now: Date]>(`
  insert into billing_country (affiliate_id, country, given_at) values ($1, $2, $3)
  on conflict (affiliate_id) do update set country = excluded.country, given_at = excluded.given_at`);

type BillingContext = Pick<Context, 'db' | 'services' | 'now'>;

/** The profile's address takes precedence over a billing country. */
export function getBillingCountry(
  { country, billingCountry, encryptedAddress }: Pick<BillingRow, 'country' | 'billingCountry' | 'encryptedAddress'>,
  secretKeys: readonly string[],
): string {
  const address = encryptedAddress === null ? null : decryptAddress(secretKeys, encryptedAddress);
  return address?.countryId || country || billingCountry || '';
}

export async function readBilling({ db, services, now }: BillingContext, affiliateId: number): Promise<Billing> {
  const [row] = await findBilling(db, affiliateId);
  if (row === undefined) throw new Error(`person ${affiliateId} not found`);
  const country = getBillingCountry(row, services.env.SECRET_KEYS);
  return { country, currency: getCountryCurrency(country), ...getPayerAge(row, now) };
}

export function getPayerAge(
  { birthdate, affiliateTypeId }: Pick<BillingRow, 'birthdate' | 'affiliateTypeId'>,
  now: Date,
): Pick<Billing, 'isMinor' | 'needsBirthdate'> {
  return {
    isMinor: isMinor(birthdate, toIsoDate(now)),
    needsBirthdate: birthdate === null && !isCompany(affiliateTypeId),
  };
}

/** Only for people without a country; the profile's country is changed in the profile. */
export async function setBillingCountry(ctx: BillingContext, affiliateId: number, country: string): Promise<void> {
  const before = await readBilling(ctx, affiliateId);
  if (before.country === country) return;
  const [row] = await findBilling(ctx.db, affiliateId);
  const isFromProfile = row !== undefined && before.country !== '' && before.country !== row.billingCountry;
  if (isFromProfile) throw failPayment('payments.country_known', { path: 'country' });
  await saveCountry(ctx.db, affiliateId, country, ctx.now);
}

/** The payer must be an adult with a country: minors ask a guardian, and the tax depends on the country. */
export function assertCanPay({
  country,
  isMinor: isUnderage,
  needsBirthdate,
}: Pick<Billing, 'country' | 'isMinor' | 'needsBirthdate'>): void {
  if (needsBirthdate) throw failPayment('payments.birthdate_needed', { path: 'birthDate' });
  if (isUnderage) throw failPayment('payments.guardian_needed');
  if (country === '') throw failPayment('payments.country_needed', { path: 'country' });
}

/** Quotes a digital product with a price in US dollars. */
export function quoteDigital(
  { services }: { services: Pick<Services, 'env'> },
  billing: Pick<Billing, 'country' | 'currency'>,
  usdMinor: number,
): Quote {
  const { currency } = billing;
  const unitMinor = usdMinor === 0 ? 0 : convertUsd(usdMinor, currency);
  return { ...quoteWithTax({ services }, billing, unitMinor, currency), usdMinor };
}

/** Quotes a price fixed in some currency, with the tax of the person's country. */
export function quoteWithTax(
  { services }: { services: Pick<Services, 'env'> },
  { country }: Pick<Billing, 'country'>,
  unitMinor: number,
  currency: string,
): Quote {
  const { isIncluded: isTaxIncluded, bpOf } = getCountryTax(loadTaxTable(services.env.TAX_FILE), country);
  const taxBp = bpOf('digital');
  const taxMinor = calculateTax(unitMinor, taxBp, isTaxIncluded);
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
