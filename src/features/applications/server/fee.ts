import { pickLocale } from '../../../platform/shared/locale.ts';
import { levelNameIn } from '../../certifications/server/public.ts';
import { findLevel } from '../../certifications/shared/levels.ts';
import type { Context } from '../../../platform/server/context.ts';
import { statement } from '../../../platform/server/db.ts';
import { uuidOf } from '../../../platform/server/uuid.ts';
import {
  assertCanPay,
  type Billing,
  type Doing,
  gatewayNameOf,
  openPayment,
  quoteDigital,
  readBilling,
  withTax,
} from '../../payments/server/public.ts';
import { Quote } from '../../payments/shared/quote.ts';
import type { Fee } from '../shared/application.ts';
import type { ApplicationKind } from '../shared/requirements.ts';
import { paymentLinkDays } from '../shared/steps.ts';
import { listPeople } from './telling-sql.ts';
import type { ApplicationRow } from './sql.ts';
import { findType } from './types.ts';

const feePurposeName = 'application';

type Asking = Pick<Context, 'db' | 'services' | 'now'>;

const findPaid = statement<
  { amountMinor: number; currency: string; quote: unknown },
  [affiliateId: number, paymentId: string]
>(`
  select amount_minor as "amountMinor", currency, reference -> 'quote' as quote
  from payment where affiliate_id = $1 and payment_id = $2`);

/** From the approval on its base price no longer changes; currency and tax follow the applicant's country. */
function quoteFee(
  asking: Pick<Asking, 'services'>,
  billing: Billing,
  { amountMinor, currency }: ApplicationKind['fee'],
): Quote {
  return currency === 'USD'
    ? quoteDigital(asking, billing, amountMinor)
    : withTax(asking, billing, amountMinor, currency);
}

const approvedFee = ({ feeMinor, currency }: ApplicationRow) =>
  feeMinor === null || currency === null ? null : { amountMinor: feeMinor, currency };

/** What the applicant pays, or has paid. */
export async function readFee(asking: Asking, row: ApplicationRow): Promise<Fee> {
  const [paid] = row.paymentId === null ? [] : await findPaid(asking.db, row.affiliateId, row.paymentId);
  if (paid !== undefined) {
    const quote = Quote.safeParse(paid.quote).data;
    const { amountMinor, currency } = paid;
    const tax = { taxMinor: quote?.taxMinor ?? 0, isTaxIncluded: quote?.isTaxIncluded ?? false };
    return { amountMinor, currency, ...tax, needsCountry: false, needsBirthdate: false };
  }
  const billing = await readBilling(asking, row.affiliateId);
  const quote = quoteFee(asking, billing, approvedFee(row) ?? findType(row.typeId).fee);
  const { totalMinor: amountMinor, currency, taxMinor, isTaxIncluded } = quote;
  const { country, needsBirthdate } = billing;
  return { amountMinor, currency, taxMinor, isTaxIncluded, needsCountry: country === '', needsBirthdate };
}

/** Refused where the applicant has to give a birthdate or a country first. */
export async function assertFeePayable(asking: Asking, { affiliateId }: ApplicationRow): Promise<void> {
  assertCanPay(await readBilling(asking, affiliateId));
}

/**
 * Where the fee is paid, by a link of its own that ends; one payment for each approval, so that it is paid once. Null
 * once it is, where payments are off, and while the applicant has given no birthdate or country. Locks the payment: to be asked before the application is locked.
 */
export async function openFee(
  doing: Pick<Doing, 'services' | 'db' | 'now'>,
  row: ApplicationRow,
  approvalId: string,
): Promise<string | null> {
  const { services, db } = doing;
  const { id, affiliateId, typeId } = row;
  const fee = approvedFee(row);
  if (fee === null) throw new Error(`application ${id} was approved without a fee`);
  const billing = await readBilling(doing, affiliateId);
  if (gatewayNameOf(services) === null || billing.country === '' || billing.needsBirthdate) return null;
  const quote = quoteFee(doing, billing, fee);
  const { country, currency, totalMinor } = quote;
  const [applicant] = await listPeople(db, [affiliateId]);
  const level = findLevel(findType(typeId).levelID);
  const locale = pickLocale([applicant?.language]);
  const name = level === undefined ? '' : levelNameIn(services.messages, locale, level);
  const { url } = await openPayment(doing, {
    affiliateId,
    // Another country is another price, and so another payment; what is paid second goes back.
    key: uuidOf(`${approvalId} ${country} ${totalMinor} ${currency}`),
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
