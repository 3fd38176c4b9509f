import * as z from 'zod';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { formatLevelName } from '#features/certifications/server/public.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { Notice, NoticeValues } from '#features/notifications/shared/notice.ts';
import { applicationNotices as notices } from '#features/applications/shared/notices.ts';
import { type Action, paymentLinkDays, type StepRole, undoWindowMs } from '#features/applications/shared/steps.ts';
import { openFeePayment, loadFee } from './payment/fee.ts';
import { type ApplicationRow, findApplication, lockApplication } from './queries.ts';
import * as queries from './notification-queries.ts';
import { findApplicationType } from './application-types.ts';

interface Step {
  id: string;
  action: Action;
  note: string;
  byRole?: StepRole;
}

interface NotificationInput {
  notice: Notice;
  /** Each recipient is notified once per key. */
  key: string;
  values?: NoticeValues;
  path?: string;
  mailPath?: string | null;
}

/** Slightly longer than the undo window, so people are only notified of final decisions. */
const notifyAfterMs = undoWindowMs + 1_000;

/**
 * Notifies the next people to act, in the transaction of the step. Desk decisions are sent once they can't be undone.
 */
export async function notifyStep(
  context: TransactionContext,
  row: ApplicationRow,
  { id: key, action, byRole }: Step,
): Promise<void> {
  const { applicant, instructor, store } = await findRecipients(context, row);
  const reviewer = byRole === 'store' ? store : instructor;
  const names = { applicant: applicant?.name ?? '', instructor: instructor?.name ?? '' };
  const send = async (to: queries.Recipient | undefined, message: Omit<NotificationInput, 'key'>) => {
    await notifyRecipient(context, row, to, { ...message, key });
  };
  switch (action) {
    case 'submit':
      return send(instructor, { notice: notices.toReview, values: { applicant: names.applicant } });
    case 'open':
      return send(applicant, { notice: notices.opened, values: { instructor: reviewer?.name ?? '' } });
    case 'return':
      return notifyReturned(context, row, key, {
        // The instructor is notified as well when the store returned it.
        receivers: byRole === 'store' ? { applicant, instructor } : { applicant },
        by: reviewer?.name ?? '',
        of: names.applicant,
      });
    case 'send':
      await send(applicant, { notice: notices.sent, values: { instructor: names.instructor } });
      for (const clerk of await queries.listDeskStaff(context.db))
        await send(clerk, {
          notice: notices.atDesk,
          values: { applicant: names.applicant },
          path: `/desk/applications?search=${row.id}&open=${row.id}`,
        });
      return;
    case 'approve':
    case 'send_back':
    case 'reject': {
      const startAfter = new Date(context.now.getTime() + notifyAfterMs);
      const { id: applicationId, affiliateId } = row;
      return enqueue(
        context.db,
        notifyApplicationDecision,
        { applicationId, affiliateId, stepId: key },
        { id: key, startAfter },
      );
    }
    case 'complete':
      return send(instructor, { notice: notices.completed, values: { applicant: names.applicant } });
    case 'withdraw':
    case 'undo':
  }
}

/** Does nothing when the decision was undone or another step followed. Repeated runs notify once. */
export const notifyApplicationDecision = defineJob(
  'applications.tell',
  { schema: z.object({ applicationId: z.int(), affiliateId: z.int(), stepId: z.uuid() }), retryLimit: 20 },
  async ({ services, now }, { applicationId, affiliateId, stepId }) => {
    await services.database.inTransaction(stepId, async (db) => {
      const context = { services, db, now, correlationId: stepId };
      const seen = await findApplication.first(db, { id: applicationId });
      const decision = await queries.findCurrentDecision.first(db, { affiliateId, applicationId, stepId });
      if (seen === undefined || decision === undefined) return;
      // The payment row is locked before the application, as everywhere, to avoid deadlocks.
      const payPath = decision.action === 'approve' ? await openFeePayment(context, seen, stepId) : null;
      const row = await lockApplication.first(db, { id: applicationId });
      const current = await queries.findCurrentDecision.first(db, { affiliateId, applicationId, stepId });
      if (row === undefined || current === undefined) return;
      if (decision.action === 'approve') {
        await notifyPaymentDue(context, row, stepId, payPath);
        return;
      }
      const { applicant, instructor } = await findRecipients(context, row);
      if (decision.action === 'reject') {
        const values = { note: decision.note };
        await notifyRecipient(context, row, applicant, { notice: notices.rejected, values, key: stepId });
        return;
      }
      const by = loadBrand(services.env.BRAND_FILE).name;
      await notifyReturned(context, row, stepId, {
        receivers: { applicant, instructor },
        by,
        of: applicant?.name ?? '',
      });
    });
  },
);

/**
 * The email contains the payment link. The portal notification links to the application, so the payment link isn't
 * exposed there. Returns false if the applicant was notified before.
 */
export async function notifyPaymentDue(
  context: TransactionContext,
  row: ApplicationRow,
  key: string,
  mailPath: string | null,
): Promise<boolean> {
  const { applicant } = await findRecipients(context, row);
  if (applicant === undefined) return false;
  const { amountMinor: minor, currency } = await loadFee(context, row);
  const values = { fee: { minor, currency }, days: paymentLinkDays };
  return notifyRecipient(context, row, applicant, { notice: notices.paymentDue, values, key, mailPath });
}

/** Notifies the applicant that a late payment was refunded. */
export async function notifyRefunded(
  context: TransactionContext,
  row: ApplicationRow,
  { refundId: key, amountMinor, currency }: { refundId: string; amountMinor: number; currency: string },
): Promise<void> {
  const { applicant } = await findRecipients(context, row);
  if (applicant === undefined) return;
  const fee = { minor: amountMinor, currency };
  await notifyRecipient(context, row, applicant, { notice: notices.refunded, values: { fee }, key });
}

interface Recipients {
  applicant?: queries.Recipient | undefined;
  instructor?: queries.Recipient | undefined;
  store?: queries.Recipient | undefined;
}

async function findRecipients(
  { db }: TransactionContext,
  { affiliateId, instructorId, storeId }: ApplicationRow,
): Promise<Recipients> {
  const people = await queries.listRecipients(db, { ids: [affiliateId, instructorId ?? 0, storeId ?? 0] });
  return {
    applicant: people.find(({ id }) => id === affiliateId),
    instructor: people.find(({ id }) => id === instructorId),
    store: people.find(({ id }) => id === storeId),
  };
}

async function notifyReturned(
  context: TransactionContext,
  row: ApplicationRow,
  key: string,
  { receivers, by, of }: { receivers: Recipients; by: string; of: string },
): Promise<void> {
  for (const who of ['applicant', 'instructor'] as const)
    await notifyRecipient(context, row, receivers[who], {
      notice: notices.returned,
      values: { who, by, applicant: of },
      key,
    });
}

async function notifyRecipient(
  { services, db }: TransactionContext,
  row: ApplicationRow,
  to: queries.Recipient | undefined,
  { notice, key, values = {}, path = `/applications/${row.id}`, mailPath = null }: NotificationInput,
): Promise<boolean> {
  if (to === undefined) return false;
  const level = findLevel(findApplicationType(row.typeId).levelID);
  if (level === undefined) throw new Error(`application ${row.id} has an unknown level`);
  return notify(services, db, {
    to: to.id,
    notice,
    values: { ...values, level: formatLevelName(services.messages, pickLocale([to.language]), level) },
    path,
    key,
    ...(mailPath !== null && { mailPath }),
  });
}
