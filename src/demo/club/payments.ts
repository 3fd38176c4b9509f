import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { getCountryCurrency } from '#features/payments/shared/currency.ts';
import { type Payment, quoteDigital } from '#features/payments/server/public.ts';
import { seedDemoPayment } from '#demo/payments.ts';
import { clubPrices } from '#features/club/shared/membership-rules.ts';
import { findLanguage } from '#features/club/server/queries.ts';
import { clubPurposeName, type ClubReference } from '#features/club/server/payment-purpose.ts';

/** Seeds the payments of the demo's first years, each on the year's first day. The caller records their orders. */
export async function seedDemoClubPayments(
  services: Services,
  db: Db,
  countries: Readonly<Record<string, string>>,
): Promise<{ payment: Payment; paidAt: Date }[]> {
  const paid: { payment: Payment; paidAt: Date }[] = [];
  for (const { affiliateId, id, startsOn, isRenewing } of await listUnpaidYears(db, Object.keys(countries))) {
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
    await db
      .updateTable('membership_period')
      .set({ payment_id: payment.paymentId, price_minor: amountMinor, currency: currency })
      .where('affiliate_id', '=', affiliateId)
      .where('id', '=', id)
      .execute();
    paid.push({ payment, paidAt });
  }
  return paid;
}

function listUnpaidYears(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('membership_period as y')
    .innerJoin('membership as m', 'm.affiliate_id', 'y.affiliate_id')
    .select(['y.affiliate_id as affiliateId', 'y.id', 'y.starts_on as startsOn', 'm.is_renewing as isRenewing'])
    .where('y.id', 'in', ids)
    .where('y.kind', '=', 'first')
    .where('y.payment_id', 'is', null)
    .execute();
}
