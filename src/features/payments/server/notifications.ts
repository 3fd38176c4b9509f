import { statement } from '#platform/server/db/database.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { formatMoneyForLocale } from '#platform/shared/money.ts';
import { isErased } from '#features/account/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { paymentNotices } from '#features/payments/shared/notices.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import type { Refund } from './refund-queries.ts';
import type { Payment } from './queries.ts';

interface Recipient {
  id: number;
  name: string;
  language: string;
}
const recipientColumns = `p.affiliate_id as id, p.language,
  concat_ws(' ', nullif(p.given_name, ''), nullif(p.middle_name, ''), nullif(p.family_name, '')) as name`;
const findRecipient = statement<Recipient, [affiliateId: number]>(
  `select ${recipientColumns} from person p where p.affiliate_id = $1`,
);
const listStaff = statement<Recipient, []>(`
  select ${recipientColumns} from person p where p.affiliate_type_id = 9 and p.given_name || p.family_name <> ''
  order by p.affiliate_id`);

interface RejectedRefund {
  isRestored: boolean;
  deskPath: string | null;
}

/** Notifies the owner and the desk about a failed refund. Daily retries share a key, so they notify once. */
export async function notifyRefundRejected(
  { services, db }: TransactionContext,
  { paymentId, affiliateId, state, currency, description, returnPath }: Payment,
  { refundId, amountMinor: minor }: Refund,
  { isRestored, deskPath }: RejectedRefund,
): Promise<void> {
  const key = state === 'returned' ? paymentId : refundId;
  const [owner] = await findRecipient(db, affiliateId);
  const valuesFor = ({ language }: Recipient) => ({
    what: description,
    amount: formatMoneyForLocale(pickLocale([language]), { minor, currency }),
  });
  if (owner !== undefined && !(await isErased(db, affiliateId)))
    await notify(services, db, {
      to: affiliateId,
      notice: paymentNotices.notReturned,
      values: { ...valuesFor(owner), isTheirs: isRestored ? 'yes' : 'no' },
      path: returnPath,
      key,
    });
  for (const clerk of await listStaff(db))
    await notify(services, db, {
      to: clerk.id,
      notice: paymentNotices.returnRefused,
      values: { ...valuesFor(clerk), buyer: owner?.name || String(affiliateId) },
      path: deskPath ?? `/desk/people/${affiliateId}`,
      key,
    });
}
