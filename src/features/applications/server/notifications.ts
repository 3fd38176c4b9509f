import * as z from 'zod';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Context } from '#platform/server/http/context.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { formatMoneyForLocale } from '#platform/shared/money.ts';
import { formatLevelName } from '#features/certifications/server/public.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { Notice } from '#features/notifications/shared/notice.ts';
import { applicationNotices as notices } from '#features/applications/shared/notices.ts';
import { type Action, paymentLinkDays, type StepRole, undoWindowMs } from '#features/applications/shared/steps.ts';
import { openFeePayment, loadFee } from './payment/fee.ts';
import { type ApplicationRow, lockApplication, selectApplication } from './queries.ts';
import * as sql from './notification-queries.ts';
import { findApplicationType } from './application-types.ts';

export type NotificationContext = Pick<Context, 'services' | 'db' | 'now' | 'correlationId'>;

interface Step {
  id: string;
  action: Action;
  note: string;
  byRole?: StepRole;
}

interface NotificationInput {
  notice: Notice;
  /** The same key tells the same person once. */
  key: string;
  values?: Record<string, string | number>;
  path?: string;
  mailPath?: string | null;
}

/** A moment longer than it can be taken back: whoever is told has been told what stands. */
const notifyAfterMs = undoWindowMs + 1_000;

/** Tells who must act next, in the transaction of the step. What the desk decided is told once it cannot be undone. */
export async function notifyStep(
  doing: NotificationContext,
  row: ApplicationRow,
  { id: key, action, byRole }: Step,
): Promise<void> {
  const { applicant, instructor, store } = await findRecipients(doing, row);
  const reviewer = byRole === 'store' ? store : instructor;
  const names = { applicant: applicant?.name ?? '', instructor: instructor?.name ?? '' };
  const say = async (to: sql.Recipient | undefined, news: Omit<NotificationInput, 'key'>) => {
    await notifyRecipient(doing, row, to, { ...news, key });
  };
  switch (action) {
    case 'submit':
      return say(instructor, { notice: notices.toReview, values: { applicant: names.applicant } });
    case 'open':
      return say(applicant, { notice: notices.opened, values: { instructor: reviewer?.name ?? '' } });
    case 'return':
      return notifyReturned(doing, row, key, {
        // The instructor learns of it where the store has returned it.
        receivers: byRole === 'store' ? { applicant, instructor } : { applicant },
        by: reviewer?.name ?? '',
        of: names.applicant,
      });
    case 'send':
      await say(applicant, { notice: notices.sent, values: { instructor: names.instructor } });
      for (const clerk of await sql.listDeskStaff(doing.db))
        await say(clerk, {
          notice: notices.atDesk,
          values: { applicant: names.applicant },
          path: `/desk/applications?search=${row.id}&open=${row.id}`,
        });
      return;
    case 'approve':
    case 'send_back':
    case 'reject': {
      const startAfter = new Date(doing.now.getTime() + notifyAfterMs);
      const { id: applicationId, affiliateId } = row;
      return enqueue(
        doing.db,
        notifyApplicationDecision,
        { applicationId, affiliateId, stepId: key },
        { id: key, startAfter },
      );
    }
    case 'complete':
      return say(instructor, { notice: notices.completed, values: { applicant: names.applicant } });
    case 'withdraw':
    case 'undo':
  }
}

/** Does nothing where the decision was taken back, or something has followed it; told twice it is told once. */
export const notifyApplicationDecision = defineJob(
  'applications.tell',
  { schema: z.object({ applicationId: z.int(), affiliateId: z.int(), stepId: z.uuid() }), retryLimit: 20 },
  async ({ services, now }, { applicationId, affiliateId, stepId }) => {
    await services.database.inTransaction(stepId, async (db) => {
      const doing = { services, db, now, correlationId: stepId };
      const [seen] = await selectApplication(db, applicationId);
      const [standing] = await sql.findCurrentDecision(db, affiliateId, applicationId, stepId);
      if (seen === undefined || standing === undefined) return;
      // The row of a payment is locked before that of what it is for.
      const payPath = standing.action === 'approve' ? await openFeePayment(doing, seen, stepId) : null;
      const [row] = await lockApplication(db, applicationId);
      if (row === undefined || (await sql.findCurrentDecision(db, affiliateId, applicationId, stepId)).length === 0)
        return;
      if (standing.action === 'approve') {
        await notifyPaymentDue(doing, row, stepId, payPath);
        return;
      }
      const { applicant, instructor } = await findRecipients(doing, row);
      if (standing.action === 'reject') {
        const values = { note: standing.note };
        await notifyRecipient(doing, row, applicant, { notice: notices.rejected, values, key: stepId });
        return;
      }
      const by = loadBrand(services.env.BRAND_FILE).name;
      await notifyReturned(doing, row, stepId, { receivers: { applicant, instructor }, by, of: applicant?.name ?? '' });
    });
  },
);

/**
 * The mail leads to where the fee is paid; the portal to the application, so that nobody else finds the link there. False
 * where they were told before.
 */
export async function notifyPaymentDue(
  doing: NotificationContext,
  row: ApplicationRow,
  key: string,
  mailPath: string | null,
): Promise<boolean> {
  const { applicant } = await findRecipients(doing, row);
  if (applicant === undefined) return false;
  const { amountMinor: minor, currency } = await loadFee(doing, row);
  const values = {
    fee: formatMoneyForLocale(pickLocale([applicant.language]), { minor, currency }),
    days: paymentLinkDays,
  };
  return notifyRecipient(doing, row, applicant, { notice: notices.paymentDue, values, key, mailPath });
}

/** Money that came for what could not be paid any more goes back. */
export async function notifyRefunded(
  doing: NotificationContext,
  row: ApplicationRow,
  { refundId: key, amountMinor, currency }: { refundId: string; amountMinor: number; currency: string },
): Promise<void> {
  const { applicant } = await findRecipients(doing, row);
  if (applicant === undefined) return;
  const fee = formatMoneyForLocale(pickLocale([applicant.language]), { minor: amountMinor, currency });
  await notifyRecipient(doing, row, applicant, { notice: notices.refunded, values: { fee }, key });
}

interface Recipients {
  applicant?: sql.Recipient | undefined;
  instructor?: sql.Recipient | undefined;
  store?: sql.Recipient | undefined;
}

async function findRecipients(
  { db }: NotificationContext,
  { affiliateId, instructorId, storeId }: ApplicationRow,
): Promise<Recipients> {
  const people = await sql.listRecipients(db, [affiliateId, instructorId ?? 0, storeId ?? 0]);
  return {
    applicant: people.find(({ id }) => id === affiliateId),
    instructor: people.find(({ id }) => id === instructorId),
    store: people.find(({ id }) => id === storeId),
  };
}

async function notifyReturned(
  doing: NotificationContext,
  row: ApplicationRow,
  key: string,
  { receivers, by, of }: { receivers: Recipients; by: string; of: string },
): Promise<void> {
  for (const who of ['applicant', 'instructor'] as const)
    await notifyRecipient(doing, row, receivers[who], {
      notice: notices.returned,
      values: { who, by, applicant: of },
      key,
    });
}

async function notifyRecipient(
  { services, db }: NotificationContext,
  row: ApplicationRow,
  to: sql.Recipient | undefined,
  { notice, key, values = {}, path = `/applications/${row.id}`, mailPath = null }: NotificationInput,
): Promise<boolean> {
  if (to === undefined) return false;
  const level = findLevel(findApplicationType(row.typeId).levelID);
  if (level === undefined) throw new Error(`application ${row.id} is for a level that is unknown`);
  return notify(services, db, {
    to: to.id,
    notice,
    values: { ...values, level: formatLevelName(services.messages, pickLocale([to.language]), level) },
    path,
    key,
    ...(mailPath !== null && { mailPath }),
  });
}
