import { sql } from 'kysely';
import type { TransactionContext } from '#platform/server/http/context.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { formatLevelName } from '#features/certifications/server/public.ts';
import { findLevel } from '#domain/certification-levels.ts';
import type { Context } from '#platform/server/http/context.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import {
  assertCanPay,
  type Billing,
  getGatewayName,
  openPayment,
  quoteDigital,
  readBilling,
  quoteWithTax,
} from '#features/payments/server/public.ts';
import { Quote } from '#features/payments/shared/quote.ts';
import type { Fee } from '#features/applications/shared/application.ts';
import type { ApplicationKind } from '#features/applications/shared/requirements.ts';
import { paymentLinkDays } from '#features/applications/shared/steps.ts';
import { listRecipients } from '#features/applications/server/notification-queries.ts';
import type { ApplicationRow } from '#features/applications/server/queries.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';

const feePurposeName = 'application';

type FeeContext = Pick<Context, 'db' | 'services' | 'now'>;

const findPaidFee = query((db, p: Params<{ affiliateId: number; paymentId: string }>) =>
  db
    .selectFrom('payment')
    .select(['amount_minor as amountMinor', 'currency', sql<unknown>`reference -> 'quote'`.as('quote')])
    .where('affiliate_id', '=', p.affiliateId)
    .where('payment_id', '=', p.paymentId),
);

/** The base price is fixed from the approval on; currency and tax follow the applicant's country. */
function quoteFee(
  context: Pick<FeeContext, 'services'>,
  billing: Billing,
  { amountMinor, currency }: ApplicationKind['fee'],
): Quote {
  return currency === 'USD'
    ? quoteDigital(context, billing, amountMinor)
    : quoteWithTax(context, billing, amountMinor, currency);
}

const getApprovedFee = ({ feeMinor, currency }: ApplicationRow) =>
  feeMinor === null || currency === null ? null : { amountMinor: feeMinor, currency };

/** The amount the applicant owes or has paid. */
export async function loadFee(context: FeeContext, row: ApplicationRow): Promise<Fee> {
  const { affiliateId, paymentId } = row;
  const paid = paymentId === null ? undefined : await findPaidFee.first(context.db, { affiliateId, paymentId });
  if (paid !== undefined) {
    const quote = Quote.safeParse(paid.quote).data;
    const { amountMinor, currency } = paid;
    const tax = { taxMinor: quote?.taxMinor ?? 0, isTaxIncluded: quote?.isTaxIncluded ?? false };
    return { amountMinor, currency, ...tax, needsCountry: false, needsBirthdate: false };
  }
  const billing = await readBilling(context, affiliateId);
  const quote = quoteFee(context, billing, getApprovedFee(row) ?? findApplicationType(row.typeId).fee);
  const { totalMinor: amountMinor, currency, taxMinor, isTaxIncluded } = quote;
  const { country, needsBirthdate } = billing;
  return { amountMinor, currency, taxMinor, isTaxIncluded, needsCountry: country === '', needsBirthdate };
}

/** Throws when the applicant must first provide a birthdate or a country. */
export async function assertFeePayable(context: FeeContext, { affiliateId }: ApplicationRow): Promise<void> {
  assertCanPay(await readBilling(context, affiliateId));
}

/**
 * Returns the expiring payment link. There is one payment per approval, so the fee is paid once. Null when it is paid,
 * when payments are off, or while the applicant's birthdate or country is missing. Locks the payment, so call it before
 * locking the application.
 */
export async function openFeePayment(
  context: Pick<TransactionContext, 'services' | 'db' | 'now'>,
  row: ApplicationRow,
  approvalId: string,
): Promise<string | null> {
  const { services, db } = context;
  const { id, affiliateId, typeId } = row;
  const fee = getApprovedFee(row);
  if (fee === null) throw new Error(`application ${id} was approved without a fee`);
  const billing = await readBilling(context, affiliateId);
  if (getGatewayName(services) === null || billing.country === '' || billing.needsBirthdate) return null;
  const quote = quoteFee(context, billing, fee);
  const { country, currency, totalMinor } = quote;
  const applicant = await listRecipients.first(db, { ids: [affiliateId] });
  const level = findLevel(findApplicationType(typeId).levelID);
  const locale = pickLocale([applicant?.language]);
  const name = level === undefined ? '' : formatLevelName(services.messages, locale, level);
  const { url } = await openPayment(context, {
    affiliateId,
    // Another country changes the price and needs another payment; a second payment is refunded.
    key: createUuidFromText(`${approvalId} ${country} ${totalMinor} ${currency}`),
    purpose: feePurposeName,
    reference: { applicationId: id, fee, quote },
    amountMinor: totalMinor,
    currency,
    description: services.messages.format(locale, 'applications.fee.description', { level: name }),
    returnPath: `/applications/${id}`,
    isCardKept: false,
    lifetimeS: paymentLinkDays * 86_400,
  });
  return url;
}
