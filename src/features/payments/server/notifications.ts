import { query, type Params } from '#platform/server/db/query.ts';
import { isErased } from '#features/account/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { paymentNotices } from '#features/payments/shared/notices.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import type { Refund } from './refund-queries.ts';
import type { Payment } from './queries.ts';

const findOwner = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person_name').select('full_name as name').where('affiliate_id', '=', p.affiliateId),
);

const listStaff = query((db) =>
  db.selectFrom('staff_member as s').select('s.affiliate_id as id').orderBy('s.affiliate_id'),
);

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
  const owner = await findOwner.first(db, { affiliateId });
  const values = { what: description, amount: { minor, currency } };
  if (owner !== undefined && !(await isErased(db, affiliateId)))
    await notify(services, db, {
      to: affiliateId,
      notice: paymentNotices.notReturned,
      values: { ...values, isTheirs: isRestored ? 'yes' : 'no' },
      path: returnPath,
      key,
    });
  for (const clerk of await listStaff(db))
    await notify(services, db, {
      to: clerk.id,
      notice: paymentNotices.returnRefused,
      values: { ...values, buyer: owner?.name || String(affiliateId) },
      path: deskPath ?? `/desk/people/${affiliateId}`,
      key,
    });
}
