import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { getCountryCurrency } from '#features/payments/shared/currency.ts';
import { type Payment, quoteDigital } from '#features/payments/server/public.ts';
import { seedDemoPayment } from '#demo/payments.ts';
import { clubPrices } from '#features/club/shared/membership-rules.ts';
import { findLanguage, insertChargeAttempt } from '#features/club/server/queries.ts';
import { clubPurposeName, type ClubReference } from '#features/club/server/payment-purpose.ts';

/**
 * Seeds the payments of the demo's years, each on the year's first day: the first year on the payment page, a renewal
 * by the stored card. The caller records their orders.
 */
export async function seedDemoClubPayments(
  services: Services,
  db: Db,
  countries: Readonly<Record<string, string>>,
): Promise<{ payment: Payment; paidAt: Date }[]> {
  const paid: { payment: Payment; paidAt: Date }[] = [];
  const { club } = loadBrand(services.env.BRAND_FILE);
  for (const { affiliateId, id, startsOn, isRenewing, kind } of await listUnpaidYears(db, Object.keys(countries))) {
    const country = countries[id] ?? '';
    const isFirst = kind === 'first';
    const usdMinor = isFirst ? clubPrices.first : clubPrices.regular;
    const quote = quoteDigital({ services }, { country, currency: getCountryCurrency(country) }, usdMinor);
    const reference: ClubReference = isFirst
      ? { kind: 'first', isRenewing, quote }
      : { kind: 'regular', dueOn: startsOn, number: 1, quote };
    const locale = pickLocale([(await findLanguage.first(db, { affiliateId }))?.language]);
    const { totalMinor: amountMinor, currency } = quote;
    // The job that charges cards runs in the night.
    const paidAt = new Date(`${startsOn}T${isFirst ? '09:12' : '00:03'}:00Z`);
    const request = {
      affiliateId,
      key: id,
      purpose: clubPurposeName,
      reference,
      amountMinor,
      currency,
      description: isFirst
        ? services.messages.format(locale, 'club.payment.description', { club, kind: 'first' })
        : club,
      returnPath: '/club',
      isCardKept: isRenewing,
    };
    const payment = await seedDemoPayment(db, request, paidAt);
    const { paymentId } = payment;
    await db
      .updateTable('membership_period')
      .set({ payment_id: paymentId, price_minor: amountMinor, currency: currency })
      .where('affiliate_id', '=', affiliateId)
      .where('id', '=', id)
      .execute();
    if (!isFirst)
      await insertChargeAttempt(db, {
        affiliateId,
        dueOn: startsOn,
        number: 1,
        outcome: 'paid',
        paymentId,
        now: paidAt,
      });
    paid.push({ payment, paidAt });
  }
  return paid;
}

function listUnpaidYears(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('membership_period as y')
    .innerJoin('membership as m', 'm.affiliate_id', 'y.affiliate_id')
    .select([
      'y.affiliate_id as affiliateId',
      'y.id',
      'y.starts_on as startsOn',
      'y.kind',
      'm.is_renewing as isRenewing',
    ])
    .where('y.id', 'in', ids)
    .where('y.kind', 'in', ['first', 'regular'])
    .where('y.payment_id', 'is', null)
    .orderBy('y.starts_on')
    .execute();
}
