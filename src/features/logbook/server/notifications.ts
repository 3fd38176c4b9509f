import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Context, PlainContext } from '#platform/server/http/context.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { LogStatus } from '#features/logbook/shared/enums.ts';
import { logbookNotices } from '#features/logbook/shared/notices.ts';
import { findName, listGuardians, type Instructor, type LogRow } from './queries.ts';

type Step = 'submitted' | 'withdrawn' | 'verified' | 'returned' | 'undone' | 'deleted' | 'restored';

/** Audits each step with the diver as subject, so it is found for both the diver and the actor. */
export async function auditLogStep(
  ctx: PlainContext,
  log: { id: string; affiliate_id: number },
  step: Step,
  states: { from: LogStatus; to?: LogStatus; reason?: string; deviations?: readonly string[] },
): Promise<void> {
  await appendAudit(ctx.db, {
    actor: ctx.user.affiliateId,
    action: `logbook.${step}`,
    subject: `person:${log.affiliate_id}`,
    data: { logId: log.id, ...states },
    correlationId: ctx.correlationId,
  });
}

type SubmittedLog = Pick<LogRow, 'id' | 'version' | 'dive_title' | 'dive_date'>;

export async function notifySubmitted(ctx: PlainContext, log: SubmittedLog, instructor: Instructor): Promise<void> {
  await notify(ctx.services, ctx.db, {
    to: instructor.affiliate_id,
    notice: logbookNotices.submitted,
    values: {
      diver: await findPersonName(ctx, ctx.user.affiliateId),
      title: log.dive_title,
      date: log.dive_date ?? '',
    },
    path: `/logbook/dive/${log.id}`,
    key: `${log.id} ${log.version}`,
  });
}

export type DecidedLog = Pick<LogRow, 'id' | 'version' | 'affiliate_id' | 'dive_title' | 'dive_date'> & {
  diver_birthdate: string | null;
};

/** Notifies the diver; for a minor also the guardians, with the child's name. */
export async function notifyDecided(
  ctx: Pick<Context, 'services' | 'db' | 'now'>,
  log: DecidedLog,
  decision: 'verified' | 'returned',
  details: { instructor: string; reason?: string },
): Promise<void> {
  const { services, db } = ctx;
  const key = `${log.id} ${log.version}`;
  const values = { ...details, title: log.dive_title, date: log.dive_date ?? '' };
  const { affiliate_id: affiliateId } = log;
  const guardians = isMinor(log.diver_birthdate, toIsoDate(ctx.now)) ? await listGuardians(db, { affiliateId }) : [];
  await notify(services, db, {
    to: affiliateId,
    notice: logbookNotices[decision],
    values,
    path: `/logbook/dive/${log.id}`,
    notifiesGuardians: guardians.length === 0,
    key,
  });
  if (guardians.length === 0) return;
  const notice = decision === 'verified' ? logbookNotices.childVerified : logbookNotices.childReturned;
  const diver = await findPersonName(ctx, affiliateId);
  for (const guardian of guardians)
    await notify(services, db, {
      to: guardian.affiliateId,
      notice,
      values: { ...values, diver },
      path: '/family',
      key,
    });
}

export async function findPersonName({ db }: Pick<Context, 'db'>, affiliateId: number): Promise<string> {
  return (await findName.first(db, { affiliateId }))?.name ?? '';
}
