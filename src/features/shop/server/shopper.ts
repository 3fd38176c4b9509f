import type { Context } from '#platform/server/http/context.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { getRole, type Role } from '#domain/roles.ts';
import { type Locale, pickLocale } from '#platform/shared/locale.ts';
import { decryptAddress, type StoredAddress } from '#features/account/server/public.ts';
import { getPayerAge, getBillingCountry } from '#features/payments/server/public.ts';
import { type Currency, getCountryCurrency, isCurrency } from '#features/payments/shared/currency.ts';

/** The buyer, with everything prices and checkout depend on. */
export interface Shopper {
  affiliateId: number;
  affiliateTypeId: number;
  role: Role;
  name: string;
  email: string | null;
  locale: Locale;
  /** The address in the profile. */
  address: StoredAddress | null;
  /** Two capital letters, or empty when unknown; nothing can be ordered then. */
  country: string;
  /** Minors cannot order; a guardian pays. */
  isMinor: boolean;
  /** True when the age is unknown, so nothing can be ordered. */
  needsBirthdate: boolean;
  currency: Currency;
  storeNumber: number | null;
  memberNumber: number | null;
  /** Stores only; null for everyone else. */
  credit: { minor: number; currency: string } | null;
}

const findShopper = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person as p')
    .innerJoin('person_name as n', 'n.affiliate_id', 'p.affiliate_id')
    .leftJoin('mailing_address as a', 'a.affiliate_id', 'p.affiliate_id')
    .leftJoin('billing_country as b', 'b.affiliate_id', 'p.affiliate_id')
    .select([
      'p.affiliate_type_id as affiliateTypeId',
      'n.full_name as name',
      'p.email',
      'p.language',
      'p.country',
      'b.country as billingCountry',
      'p.birthdate',
      'p.store_number as storeNumber',
      'p.member_number as memberNumber',
      'p.available_credit_minor as creditMinor',
      'p.available_credit_currency as creditCurrency',
      'a.sealed_address as encryptedAddress',
    ])
    .where('p.affiliate_id', '=', p.affiliateId),
);

export async function readShopper(
  { db, services, now }: Pick<Context, 'db' | 'services' | 'now'>,
  affiliateId: number,
): Promise<Shopper> {
  const row = await findShopper.first(db, { affiliateId });
  if (row === undefined) throw new Error(`person ${affiliateId} not found`);
  const {
    language,
    billingCountry: _billingCountry,
    birthdate,
    creditMinor,
    creditCurrency,
    encryptedAddress,
    ...known
  } = row;
  const address =
    encryptedAddress === null ? null : decryptAddress(services.env.SECRET_KEYS, affiliateId, encryptedAddress);
  const country = getBillingCountry({ ...row, affiliateId }, services.env.SECRET_KEYS);
  const role = getRole(row.affiliateTypeId);
  return {
    affiliateId,
    ...known,
    role,
    locale: pickLocale([language]),
    address,
    country,
    ...getPayerAge({ birthdate, affiliateTypeId: row.affiliateTypeId }, now),
    // Stores pay with their credit, so their prices use the currency of the credit.
    currency: role === 'store' && isCurrency(creditCurrency) ? creditCurrency : getCountryCurrency(country),
    credit: role === 'store' && creditCurrency !== null ? { minor: creditMinor ?? 0, currency: creditCurrency } : null,
  };
}
