import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { failPayment } from '#features/payments/shared/contract.ts';
import { type applicationCalls, fail } from '#features/applications/shared/contract.ts';
import { undoWindowMs } from '#features/applications/shared/steps.ts';
import { assertFeePayable, openFeePayment } from './fee.ts';
import {
  findApplication,
  type ApplicationAccess,
  lockApplication,
} from '#features/applications/server/find-application.ts';
import { findApproval } from '#features/applications/server/notification-queries.ts';
import { notifyPaymentDue } from '#features/applications/server/notifications.ts';

type Calls = 'POST Applications/{id}/pay';

/** However often it is asked for, one mail in so long. */
const mailIntervalMs = 60_000;

export const paymentHandlers: Pick<Handlers<typeof applicationCalls>, Calls> = {
  'POST Applications/{id}/pay': async (ctx, { params: { id } }) => {
    const seen = await findApplication(ctx, id);
    if (isPaid(seen)) return { payUrl: null, mail: null };
    const [approval] = await findApproval(ctx.db, seen.row.affiliateId, id);
    if (approval === undefined) throw fail('applications.no_fee_due');
    if (seen.role === 'applicant') await assertFeePayable(ctx, seen.row);
    // The row of a payment is locked before that of what it is for.
    const payUrl = await openFeePayment(ctx, seen.row, approval.id);
    const found = await lockApplication(ctx, id);
    if (isPaid(found)) return { payUrl: null, mail: null };
    // It is not paid, so nobody takes money.
    if (payUrl === null && found.role === 'applicant') throw failPayment('payments.no_gateway');
    if (found.role === 'applicant') return { payUrl, mail: null };
    // Until it cannot be taken back nobody is told; then the mail goes by itself.
    const isTold = ctx.now.getTime() - approval.at.getTime() > undoWindowMs;
    const isMailed = isTold && (await resendPaymentMail(ctx, found, approval.id, payUrl));
    return { payUrl: null, mail: isMailed ? 'sent' : 'on_its_way' };
  },
};

/** Nobody pays for what is not approved, and nobody but the applicant and the desk has to do with it. */
function isPaid({ row, role }: ApplicationAccess): boolean {
  if (role !== 'applicant' && role !== 'staff') throw fail('applications.out_of_turn');
  if (row.state !== 'PaymentDue' && row.state !== 'Completed') throw fail('applications.no_fee_due');
  return row.state === 'Completed';
}

async function resendPaymentMail(
  ctx: Context,
  { row }: ApplicationAccess,
  approvalId: string,
  payUrl: string | null,
): Promise<boolean> {
  const key = `${approvalId} ${Math.floor(ctx.now.getTime() / mailIntervalMs)}`;
  return notifyPaymentDue(ctx, row, key, payUrl);
}
