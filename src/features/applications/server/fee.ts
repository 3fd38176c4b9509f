import { pickLocale } from '../../../platform/shared/locale.ts';
import { levelNameIn } from '../../certifications/server/public.ts';
import { findLevel } from '../../certifications/shared/levels.ts';
import { type Doing, gatewayNameOf, openPayment } from '../../payments/server/public.ts';
import { paymentLinkDays } from '../shared/steps.ts';
import { listPeople } from './telling-sql.ts';
import type { ApplicationRow } from './sql.ts';
import { findType } from './types.ts';

const feePurposeName = 'application';

/**
 * Where the fee is paid, by a link of its own that ends; one payment for each approval, so that it is paid once. Null
 * once it is, and where nobody takes money. Locks the payment: to be asked before the application is locked.
 */
export async function openFee(
  doing: Pick<Doing, 'services' | 'db' | 'now'>,
  { id, affiliateId, typeId, feeMinor, currency }: ApplicationRow,
  approvalId: string,
): Promise<string | null> {
  const { services, db } = doing;
  if (feeMinor === null || currency === null) throw new Error(`application ${id} was approved without a fee`);
  if (gatewayNameOf(services) === null) return null;
  const [applicant] = await listPeople(db, [affiliateId]);
  const level = findLevel(findType(typeId).levelID);
  const locale = pickLocale([applicant?.language]);
  const name = level === undefined ? '' : levelNameIn(services.messages, locale, level);
  const { url } = await openPayment(doing, {
    affiliateId,
    key: approvalId,
    purpose: feePurposeName,
    reference: { applicationId: id },
    amountMinor: feeMinor,
    currency,
    description: services.messages.format(locale, 'applications.fee.description', { level: name }),
    returnPath: `/applications/${id}`,
    isCardKept: false,
    lifetimeS: paymentLinkDays * 86_400,
  });
  return url;
}
