import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { getCountryCurrency } from '#features/payments/shared/currency.ts';
import { type Payment, quoteDigital } from '#features/payments/server/public.ts';
import { seedDemoPayment } from '#demo/payments.ts';
import { clubPrices } from '#features/club/shared/membership-rules.ts';
import { findLanguage } from '#features/club/server/queries.ts';
import { clubPurposeName, type ClubReference } from '#features/club/server/payment-purpose.ts';

interface PaidYear {
  affiliateId: number;
  id: string;
  startsOn: string;
  isRenewing: boolean;
}

const listUnpaid = statement<PaidYear, [ids: string[]]>(`
  select y.affiliate_id as "affiliateId", y.id, to_char(y.starts_on, 'YYYY-MM-DD') as "startsOn",
    m.is_renewing as "isRenewing"
  from membership_period y join membership m using (affiliate_id)
  where y.id = any($1) and y.kind = 'first' and y.payment_id is null`);
const setPayment = statement<
  unknown,
  [affiliateId: number, id: string, paymentId: string, priceMinor: number, currency: string]
>(`
  update membership_period set payment_id = $3, price_minor = $4, currency = $5 where affiliate_id = $1 and id = $2`);

/** Seeds the payments of the demo's first years, each on the year's first day. The caller records their orders. */
export async function seedDemoClubPayments(
  services: Services,
  db: Db,
  countries: Readonly<Record<string, string>>,
): Promise<{ payment: Payment; paidAt: Date }[]> {
  const paid: { payment: Payment; paidAt: Date }[] = [];
  for (const { affiliateId, id, startsOn, isRenewing } of await listUnpaid(db, Object.keys(countries))) {
    const country = countries[id] ?? '';
    const quote = quoteDigital({ services }, { country, currency: getCountryCurrency(country) }, clubPrices.first);
    const reference: ClubReference = { kind: 'first', isRenewing, quote };
    const { club } = loadBrand(services.env.BRAND_FILE);
    const locale = pickLocale([(await findLanguage.first(db, { affiliateId }))?.language]);
    const { totalMinor: amountMinor, currency } = quote;
    const paidAt = new Date(`${startsOn}T09:12:00Z`);
    const request = {
      affiliateId,
      key: id,
      purpose: clubPurposeName,
      reference,
      amountMinor,
      currency,
      description: services.messages.format(locale, 'club.payment.description', { club, kind: 'first' }),
      returnPath: '/club',
      isCardKept: isRenewing,
    };
    const payment = await seedDemoPayment(db, request, paidAt);
    await setPayment(db, affiliateId, id, payment.paymentId, amountMinor, currency);
    paid.push({ payment, paidAt });
  }
  return paid;
}
