import * as z from 'zod';
import { readBrand } from '../../../platform/server/brand.ts';
import type { Context } from '../../../platform/server/context.ts';
import { defineJob, enqueue } from '../../../platform/server/jobs.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { writeMoney } from '../../../platform/shared/money.ts';
import { levelNameIn } from '../../certifications/server/public.ts';
import { findLevel } from '../../certifications/shared/levels.ts';
import { notify } from '../../notifications/server/public.ts';
import type { Notice } from '../../notifications/shared/notice.ts';
import { applicationNotices as notices } from '../shared/notices.ts';
import { type Action, paymentLinkDays, type StepRole, undoMs } from '../shared/steps.ts';
import { openFee, readFee } from './fee.ts';
import { type ApplicationRow, lockApplication, selectApplication } from './sql.ts';
import * as sql from './telling-sql.ts';
import { findType } from './types.ts';

export type Telling = Pick<Context, 'services' | 'db' | 'now' | 'correlationId'>;

interface Step {
  id: string;
  action: Action;
  note: string;
  byRole?: StepRole;
}

interface News {
  notice: Notice;
  /** The same key tells the same person once. */
  key: string;
  values?: Record<string, string | number>;
  path?: string;
  mailPath?: string | null;
}

/** A moment longer than it can be taken back: whoever is told has been told what stands. */
const tellAfterMs = undoMs + 1_000;

/** Tells who must act next, in the transaction of the step. What the desk decided is told once it cannot be undone. */
export async function tellStep(doing: Telling, row: ApplicationRow, { id: key, action, byRole }: Step): Promise<void> {
  const { applicant, instructor, store } = await findPeople(doing, row);
  const reviewer = byRole === 'store' ? store : instructor;
  const names = { applicant: applicant?.name ?? '', instructor: instructor?.name ?? '' };
  const say = async (to: sql.Receiver | undefined, news: Omit<News, 'key'>) => {
    await tell(doing, row, to, { ...news, key });
  };
  switch (action) {
    case 'submit':
      return say(instructor, { notice: notices.toReview, values: { applicant: names.applicant } });
    case 'open':
      return say(applicant, { notice: notices.opened, values: { instructor: reviewer?.name ?? '' } });
    case 'return':
      return tellReturned(doing, row, key, {
        // The instructor learns of it where the store has returned it.
        receivers: byRole === 'store' ? { applicant, instructor } : { applicant },
        by: reviewer?.name ?? '',
        of: names.applicant,
      });
    case 'send':
      await say(applicant, { notice: notices.sent, values: { instructor: names.instructor } });
      for (const clerk of await sql.listDesk(doing.db))
        await say(clerk, {
          notice: notices.atDesk,
          values: { applicant: names.applicant },
          path: `/desk/applications?search=${row.id}&open=${row.id}`,
        });
      return;
    case 'approve':
    case 'send_back':
    case 'reject': {
      const startAfter = new Date(doing.now.getTime() + tellAfterMs);
      const { id: applicationId, affiliateId } = row;
      return enqueue(doing.db, tellDecision, { applicationId, affiliateId, stepId: key }, { id: key, startAfter });
    }
    case 'complete':
      return say(instructor, { notice: notices.completed, values: { applicant: names.applicant } });
    case 'withdraw':
    case 'undo':
  }
}

/** Does nothing where the decision was taken back, or something has followed it; told twice it is told once. */
export const tellDecision = defineJob(
  'applications.tell',
  { schema: z.object({ applicationId: z.int(), affiliateId: z.int(), stepId: z.uuid() }), retryLimit: 20 },
  async ({ services, now }, { applicationId, affiliateId, stepId }) => {
    await services.database.inTransaction(stepId, async (db) => {
      const doing = { services, db, now, correlationId: stepId };
      const [seen] = await selectApplication(db, applicationId);
      const [standing] = await sql.findStanding(db, affiliateId, applicationId, stepId);
      if (seen === undefined || standing === undefined) return;
      // The row of a payment is locked before that of what it is for.
      const payPath = standing.action === 'approve' ? await openFee(doing, seen, stepId) : null;
      const [row] = await lockApplication(db, applicationId);
      if (row === undefined || (await sql.findStanding(db, affiliateId, applicationId, stepId)).length === 0) return;
      if (standing.action === 'approve') {
        await tellPaymentDue(doing, row, stepId, payPath);
        return;
      }
      const { applicant, instructor } = await findPeople(doing, row);
      if (standing.action === 'reject') {
        const values = { note: standing.note };
        await tell(doing, row, applicant, { notice: notices.rejected, values, key: stepId });
        return;
      }
      const by = readBrand(services.env.BRAND_FILE).name;
      await tellReturned(doing, row, stepId, { receivers: { applicant, instructor }, by, of: applicant?.name ?? '' });
    });
  },
);

/**
 * The mail leads to where the fee is paid; the portal to the application, so that nobody else finds the link there. False
 * where they were told before.
 */
export async function tellPaymentDue(
  doing: Telling,
  row: ApplicationRow,
  key: string,
  mailPath: string | null,
): Promise<boolean> {
  const { applicant } = await findPeople(doing, row);
  if (applicant === undefined) return false;
  const { amountMinor: minor, currency } = await readFee(doing, row);
  const values = { fee: writeMoney(pickLocale([applicant.language]), { minor, currency }), days: paymentLinkDays };
  return tell(doing, row, applicant, { notice: notices.paymentDue, values, key, mailPath });
}

/** Money that came for what could not be paid any more goes back. */
export async function tellRefunded(
  doing: Telling,
  row: ApplicationRow,
  { refundId: key, amountMinor, currency }: { refundId: string; amountMinor: number; currency: string },
): Promise<void> {
  const { applicant } = await findPeople(doing, row);
  if (applicant === undefined) return;
  const fee = writeMoney(pickLocale([applicant.language]), { minor: amountMinor, currency });
  await tell(doing, row, applicant, { notice: notices.refunded, values: { fee }, key });
}

interface People {
  applicant?: sql.Receiver | undefined;
  instructor?: sql.Receiver | undefined;
  store?: sql.Receiver | undefined;
}

async function findPeople({ db }: Telling, { affiliateId, instructorId, storeId }: ApplicationRow): Promise<People> {
  const people = await sql.listPeople(db, [affiliateId, instructorId ?? 0, storeId ?? 0]);
  return {
    applicant: people.find(({ id }) => id === affiliateId),
    instructor: people.find(({ id }) => id === instructorId),
    store: people.find(({ id }) => id === storeId),
  };
}

async function tellReturned(
  doing: Telling,
  row: ApplicationRow,
  key: string,
  { receivers, by, of }: { receivers: People; by: string; of: string },
): Promise<void> {
  for (const who of ['applicant', 'instructor'] as const)
    await tell(doing, row, receivers[who], { notice: notices.returned, values: { who, by, applicant: of }, key });
}

async function tell(
  { services, db }: Telling,
  row: ApplicationRow,
  to: sql.Receiver | undefined,
  { notice, key, values = {}, path = `/applications/${row.id}`, mailPath = null }: News,
): Promise<boolean> {
  if (to === undefined) return false;
  const level = findLevel(findType(row.typeId).levelID);
  if (level === undefined) throw new Error(`application ${row.id} is for a level that is unknown`);
  return notify(services, db, {
    to: to.id,
    notice,
    values: { ...values, level: levelNameIn(services.messages, pickLocale([to.language]), level) },
    path,
    key,
    ...(mailPath !== null && { mailPath }),
  });
}
