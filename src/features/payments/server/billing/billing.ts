import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import type { Context, Services } from '#platform/server/http/context.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
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

const findBilling = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person as p')
    .leftJoin('mailing_address as a', 'a.affiliate_id', 'p.affiliate_id')
    .leftJoin('billing_country as b', 'b.affiliate_id', 'p.affiliate_id')
    .select([
      'p.affiliate_id as affiliateId',
      'p.country',
      'b.country as billingCountry',
      'p.birthdate',
      'p.affiliate_type_id as affiliateTypeId',
      'a.sealed_address as encryptedAddress',
    ])
    .where('p.affiliate_id', '=', p.affiliateId),
);

type BillingRow = Row<typeof findBilling>;

const upsertBillingCountry = query((db, p: Params<{ affiliateId: number; country: string; now: Date }>) =>
  db
    .insertInto('billing_country')
    .values({ affiliate_id: p.affiliateId, country: p.country, given_at: p.now })
    .onConflict((conflict) =>
      conflict.column('affiliate_id').doUpdateSet((eb) => ({
        country: eb.ref('excluded.country'),
        given_at: eb.ref('excluded.given_at'),
      })),
    ),
);

type BillingContext = Pick<Context, 'db' | 'services' | 'now'>;

/** The profile's address takes precedence over a billing country. */
export function getBillingCountry(
  {
    affiliateId,
    country,
    billingCountry,
    encryptedAddress,
  }: Pick<BillingRow, 'affiliateId' | 'country' | 'billingCountry' | 'encryptedAddress'>,
  secretKeys: readonly string[],
): string {
  const address = encryptedAddress === null ? null : decryptAddress(secretKeys, affiliateId, encryptedAddress);
  return address?.countryId || country || billingCountry || '';
}

export async function readBilling({ db, services, now }: BillingContext, affiliateId: number): Promise<Billing> {
  const row = await findBilling.first(db, { affiliateId });
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
  const row = await findBilling.first(ctx.db, { affiliateId });
  const isFromProfile = row !== undefined && before.country !== '' && before.country !== row.billingCountry;
  if (isFromProfile) throw failPayment('payments.country_known', { path: 'country' });
  await upsertBillingCountry(ctx.db, { affiliateId, country, now: ctx.now });
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
