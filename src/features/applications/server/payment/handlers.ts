import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { canRequestPayment } from '#features/applications/shared/policy.ts';
import { failPayment } from '#features/payments/shared/contract.ts';
import { type applicationEndpoints, fail } from '#features/applications/shared/contract.ts';
import { undoWindowMs } from '#features/applications/shared/steps.ts';
import { assertFeePayable, openFeePayment } from './fee.ts';
import {
  findApplication,
  type ApplicationAccess,
  lockApplication,
} from '#features/applications/server/find-application.ts';
import { findApproval } from '#features/applications/server/notification-queries.ts';
import { notifyPaymentDue } from '#features/applications/server/notifications.ts';

type Endpoints = 'POST Applications/{id}/pay';

/** At most one payment email is sent per interval. */
const mailIntervalMs = 60_000;

export const paymentHandlers: Pick<Handlers<typeof applicationEndpoints>, Endpoints> = {
  'POST Applications/{id}/pay': async (ctx, { params: { id } }) => {
    const seen = await findApplication(ctx, id);
    if (isPaid(seen)) return { payUrl: null, mail: null };
    const { affiliateId } = seen.row;
    const approval = await findApproval.first(ctx.db, { affiliateId, applicationId: id });
    if (approval === undefined) throw fail('applications.no_fee_due');
    if (seen.role === 'applicant') await assertFeePayable(ctx, seen.row);
    // The payment row is locked before the application, as everywhere, to avoid deadlocks.
    const payUrl = await openFeePayment(ctx, seen.row, approval.id);
    const found = await lockApplication(ctx, id);
    if (isPaid(found)) return { payUrl: null, mail: null };
    // An unpaid fee without a link means that no payment gateway is configured.
    if (payUrl === null && found.role === 'applicant') throw failPayment('payments.no_gateway');
    if (found.role === 'applicant') return { payUrl, mail: null };
    // Nothing is sent within the undo window; the job sends the email afterwards.
    const isNotified = ctx.now.getTime() - approval.at.getTime() > undoWindowMs;
    const isMailed = isNotified && (await resendPaymentMail(ctx, found, approval.id, payUrl));
    return { payUrl: null, mail: isMailed ? 'sent' : 'on_its_way' };
  },
};

/** Only the applicant and staff have access, and only once the application is approved. */
function isPaid({ row, role }: ApplicationAccess): boolean {
  if (!canRequestPayment(role)) throw fail('applications.out_of_turn');
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
