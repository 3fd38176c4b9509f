import type { Context } from '../../../platform/server/context.ts';
import { statement } from '../../../platform/server/db.ts';
import { roleOf, type Role } from '../../../platform/shared/access.ts';
import { type Locale, pickLocale } from '../../../platform/shared/locale.ts';
import { nameOf, openAddress, type StoredAddress } from '../../account/server/public.ts';
import { ageOf, countryOf } from '../../payments/server/public.ts';
import { type Currency, currencyOf, isCurrency } from '../../payments/shared/currency.ts';

/** Who buys, and what follows from it. */
export interface Shopper {
  affiliateId: number;
  affiliateTypeId: number;
  role: Role;
  name: string;
  email: string | null;
  locale: Locale;
  /** As in the profile. */
  address: StoredAddress | null;
  /** Two capitals, or empty where it is not known: nothing is ordered then. */
  country: string;
  /** Under 18: a guardian pays. */
  isMinor: boolean;
  /** The age is not known, so nothing is ordered. */
  needsBirthdate: boolean;
  currency: Currency;
  storeNumber: number | null;
  memberNumber: number | null;
  /** Of a store; null for everybody else. */
  credit: { minor: number; currency: string } | null;
}

interface ShopperRow {
  affiliateTypeId: number;
  name: string;
  email: string | null;
  language: string;
  country: string;
  given: string | null;
  birthdate: string | null;
  storeNumber: number | null;
  memberNumber: number | null;
  creditMinor: number | null;
  creditCurrency: string | null;
  sealedAddress: string | null;
}

export const selectShopper = statement<ShopperRow, [affiliateId: number]>(`
  select p.affiliate_type_id as "affiliateTypeId",
    ${nameOf('p')} as name,
    p.email, p.language, p.country, b.country as given, p.birthdate, p.store_number as "storeNumber", p.member_number as "memberNumber",
    p.available_credit_minor as "creditMinor", p.available_credit_currency as "creditCurrency",
    a.sealed_address as "sealedAddress"
  from person p left join mailing_address a using (affiliate_id)
    left join billing_country b using (affiliate_id) where p.affiliate_id = $1`);

export async function readShopper(
  { db, services, now }: Pick<Context, 'db' | 'services' | 'now'>,
  affiliateId: number,
): Promise<Shopper> {
  const [row] = await selectShopper(db, affiliateId);
  if (row === undefined) throw new Error(`there is no person ${affiliateId}`);
  const { language, given: _given, birthdate, creditMinor, creditCurrency, sealedAddress, ...known } = row;
  const address = sealedAddress === null ? null : openAddress(services.env.SECRET_KEYS, sealedAddress);
  const country = countryOf(row, services.env.SECRET_KEYS);
  const isStore = roleOf(row.affiliateTypeId) === 'store';
  return {
    affiliateId,
    ...known,
    role: roleOf(row.affiliateTypeId),
    locale: pickLocale([language]),
    address,
    country,
    ...ageOf({ birthdate, affiliateTypeId: row.affiliateTypeId }, now),
    // A store pays with its credit, so its prices are in what that is in.
    currency: isStore && isCurrency(creditCurrency) ? creditCurrency : currencyOf(country),
    credit: isStore && creditCurrency !== null ? { minor: creditMinor ?? 0, currency: creditCurrency } : null,
  };
}
