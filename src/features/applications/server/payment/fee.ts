import { pickLocale } from '#platform/shared/locale.ts';
import { formatLevelName } from '#features/certifications/server/public.ts';
import { findLevel } from '#domain/certification-levels.ts';
import type { Context } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import {
  assertCanPay,
  type Billing,
  type TransactionContext,
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

const findPaidFee = statement<
  { amountMinor: number; currency: string; quote: unknown },
  [affiliateId: number, paymentId: string]
>(`
  select amount_minor as "amountMinor", currency, reference -> 'quote' as quote
  from payment where affiliate_id = $1 and payment_id = $2`);

/** From the approval on its base price no longer changes; currency and tax follow the applicant's country. */
function quoteFee(
  asking: Pick<FeeContext, 'services'>,
  billing: Billing,
  { amountMinor, currency }: ApplicationKind['fee'],
): Quote {
  return currency === 'USD'
    ? quoteDigital(asking, billing, amountMinor)
    : quoteWithTax(asking, billing, amountMinor, currency);
}

const getApprovedFee = ({ feeMinor, currency }: ApplicationRow) =>
  feeMinor === null || currency === null ? null : { amountMinor: feeMinor, currency };

/** What the applicant pays, or has paid. */
export async function loadFee(asking: FeeContext, row: ApplicationRow): Promise<Fee> {
  const [paid] = row.paymentId === null ? [] : await findPaidFee(asking.db, row.affiliateId, row.paymentId);
  if (paid !== undefined) {
    const quote = Quote.safeParse(paid.quote).data;
    const { amountMinor, currency } = paid;
    const tax = { taxMinor: quote?.taxMinor ?? 0, isTaxIncluded: quote?.isTaxIncluded ?? false };
    return { amountMinor, currency, ...tax, needsCountry: false, needsBirthdate: false };
  }
  const billing = await readBilling(asking, row.affiliateId);
  const quote = quoteFee(asking, billing, getApprovedFee(row) ?? findApplicationType(row.typeId).fee);
  const { totalMinor: amountMinor, currency, taxMinor, isTaxIncluded } = quote;
  const { country, needsBirthdate } = billing;
  return { amountMinor, currency, taxMinor, isTaxIncluded, needsCountry: country === '', needsBirthdate };
}

/** Refused where the applicant has to give a birthdate or a country first. */
export async function assertFeePayable(asking: FeeContext, { affiliateId }: ApplicationRow): Promise<void> {
  assertCanPay(await readBilling(asking, affiliateId));
}

/**
 * Where the fee is paid, by a link of its own that ends; one payment for each approval, so that it is paid once. Null
 * once it is, where payments are off, and while the applicant has given no birthdate or country. Locks the payment: to be asked before the application is locked.
 */
export async function openFeePayment(
  doing: Pick<TransactionContext, 'services' | 'db' | 'now'>,
  row: ApplicationRow,
  approvalId: string,
): Promise<string | null> {
  const { services, db } = doing;
  const { id, affiliateId, typeId } = row;
  const fee = getApprovedFee(row);
  if (fee === null) throw new Error(`application ${id} was approved without a fee`);
  const billing = await readBilling(doing, affiliateId);
  if (getGatewayName(services) === null || billing.country === '' || billing.needsBirthdate) return null;
  const quote = quoteFee(doing, billing, fee);
  const { country, currency, totalMinor } = quote;
  const [applicant] = await listRecipients(db, [affiliateId]);
  const level = findLevel(findApplicationType(typeId).levelID);
  const locale = pickLocale([applicant?.language]);
  const name = level === undefined ? '' : formatLevelName(services.messages, locale, level);
  const { url } = await openPayment(doing, {
    affiliateId,
    // Another country is another price, and so another payment; what is paid second goes back.
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
