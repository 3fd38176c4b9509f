import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { seedDemoPayment } from '#demo/payments.ts';
import type { World } from '#demo/world/world.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';
import { describeFee } from '#features/applications/server/payment/fee-purpose.ts';
import { formatLevelName } from '#features/certifications/server/public.ts';
import { quoteDigital } from '#features/payments/server/public.ts';
import { getCountryCurrency } from '#features/payments/shared/currency.ts';
import { seedDemoOrder } from '#features/shop/server/public.ts';
import type { SeededApplication } from './steps.ts';

/** Seeds the payment that completed an application, with its order. */
export async function seedFeePayment(
  services: Services,
  db: Db,
  { find }: World,
  { applicant, id, steps }: SeededApplication,
): Promise<void> {
  const { affiliateId, typeId } = applicant;
  const completed = steps.at(-1);
  const { fee, levelID } = findApplicationType(typeId);
  const level = findLevel(levelID);
  if (completed === undefined || level === undefined) throw new Error(`demo application ${id} is not completed`);
  const paidAt = new Date(completed.at);
  const { country } = find(affiliateId);
  const quote = quoteDigital({ services }, { country, currency: getCountryCurrency(country) }, fee.amountMinor);
  const { totalMinor, currency } = quote;
  const levelName = formatLevelName(services.messages, 'en-US', level);
  const request = {
    affiliateId,
    key: createUuidFromText(`demo application fee ${affiliateId}`),
    purpose: 'application',
    reference: { applicationId: id, fee, quote },
    amountMinor: totalMinor,
    currency,
    description: services.messages.format('en-US', 'applications.fee.description', { level: levelName }),
    returnPath: `/applications/${id}`,
    isCardKept: false,
  };
  const payment = await seedDemoPayment(db, request, paidAt);
  await db
    .updateTable('application')
    .set({ payment_id: payment.paymentId })
    .where('affiliate_id', '=', affiliateId)
    .where('id', '=', id)
    .execute();
  await seedDemoOrder(db, payment, describeFee(payment), paidAt);
}
