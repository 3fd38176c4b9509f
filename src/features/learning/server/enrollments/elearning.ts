import * as z from 'zod';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { defineJob, enqueue, type JobContext } from '#platform/server/jobs/jobs.ts';
import { findCheckpoint } from '#features/dsd/server/public.ts';
import { hasCompletedForms } from '#features/dsd/shared/rules.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { learningEndpoints } from '#features/learning/shared/contract.ts';
import type { Elearning } from '#features/learning/shared/course-contract.ts';
import { learningNotices } from '#features/learning/shared/notices.ts';
import { toCulture } from '#features/learning/shared/rules.ts';
import { grantEnrollment } from './access.ts';
import { findPerson } from '#features/learning/server/codes/queries.ts';
import { library, getCourseText } from '#features/learning/server/content/library.ts';
import * as queries from './elearning-queries.ts';
import { publishChange } from '#features/learning/server/events.ts';
import { dsdPackageId } from '#features/learning/shared/dsd-package.ts';
import { resolveLearnerContext } from './learner-context.ts';

const packageId = dsdPackageId;

export const elearningHandlers: Pick<
  Handlers<typeof learningEndpoints>,
  'POST v2/courses/enroll/{extraData}' | 'GET v2/elearning'
> = {
  /** Repeated requests are idempotent; a failed or timed-out preparation is restarted. */
  async 'POST v2/courses/enroll/{extraData}'(ctx, { query }) {
    const { user } = await resolveLearnerContext(ctx, query.affiliateId, packageId, 'acts');
    await startElearning(ctx, user.affiliateId);
    return getElearningStatus(ctx.db, user.affiliateId);
  },

  async 'GET v2/elearning'(ctx, { query }) {
    const { db, user } = await resolveLearnerContext(ctx, query.affiliateId, packageId);
    return getElearningStatus(db, user.affiliateId);
  },
};

/** Starts the preparation if the forms are complete; also called when a submission completes them. */
export async function startElearning(
  { db, services }: Pick<Context, 'db' | 'services'>,
  affiliateId: number,
): Promise<void> {
  const checkpoint = await findCheckpoint.first(db, { affiliateId });
  if (!hasCompletedForms(checkpoint ?? null) || (await getElearningStatus(db, affiliateId)).state === 'ready') return;
  const begun = await queries.startPreparation.first(db, { affiliateId, packageId });
  if (begun === undefined) return;
  const startedAt = begun.startedAt.toISOString();
  await enqueue(db, prepareElearning, { affiliateId, startedAt }, { id: `${affiliateId} ${startedAt}` });
  await publishChange({ services, db }, affiliateId, packageId, 'elearning');
}

/** Returns the preparation status. It is `unable` until the forms are complete and a preparation was started. */
async function getElearningStatus(db: Db, affiliateId: number): Promise<Elearning> {
  const checkpoint = await findCheckpoint.first(db, { affiliateId });
  const preparation = await queries.findPreparation.first(db, { affiliateId, packageId });
  const { state, percent, startedAt } = preparation ?? { state: null, percent: 0, startedAt: null };
  const isReady = preparation?.isEntitled === true;
  return {
    state: isReady ? 'ready' : hasCompletedForms(checkpoint ?? null) ? (state ?? 'unable') : 'unable',
    packageId,
    percent: isReady ? 100 : percent,
    startedAt: startedAt?.toISOString() ?? null,
    memberNumber: checkpoint?.member_number ?? null,
    storeNumber: checkpoint?.store_number ?? null,
  };
}

type Preparation = z.output<typeof Preparation>;
const Preparation = z.object({ affiliateId: z.int(), startedAt: z.iso.datetime() });

/** Can resume after a crash, because every step is idempotent. */
export const prepareElearning = defineJob(
  'learning.elearning',
  { schema: Preparation, retryLimit: 4, retryDelayS: 2, retryDelayMaxS: 30, expireInS: queries.preparationTimeoutS },
  async (ctx, preparation) => {
    try {
      await runPreparation(ctx, preparation);
    } catch (error) {
      if (ctx.isLastTry || isTimedOut(preparation)) await markFailed(ctx, preparation);
      throw error;
    }
  },
);

const isTimedOut = ({ startedAt }: Preparation) =>
  Date.parse(startedAt) + queries.preparationTimeoutS * 1_000 < Date.now();

async function runPreparation(ctx: JobContext, preparation: Preparation): Promise<void> {
  if (isTimedOut(preparation)) return markFailed(ctx, preparation);
  const { affiliateId, startedAt } = preparation;
  const { database, services } = ctx;
  const checkpoint = await findCheckpoint.first(database.db, { affiliateId });
  if (checkpoint === undefined || !hasCompletedForms(checkpoint)) return markFailed(ctx, preparation);
  if (!(await updateProgress(ctx, preparation, 25))) return;
  const person = await findPerson.first(database.db, { affiliateId });
  const course = library.find(packageId);
  if (course === undefined || person === undefined) return markFailed(ctx, preparation);
  if (!(await updateProgress(ctx, preparation, 50))) return;
  const text = getCourseText(course, toCulture(person.language));
  if (text.sections.some(({ lessons }) => lessons.length === 0)) return markFailed(ctx, preparation);
  if (!(await updateProgress(ctx, preparation, 75))) return;
  await database.inTransaction('learning.elearning', async (db) => {
    const key = { affiliateId, packageId, startedAt };
    const ended = await queries.finishPreparation.first(db, { ...key, state: 'ready' });
    if (ended === undefined) return;
    await grantEnrollment(db, {
      affiliateId,
      packageId,
      source: 'dsd',
      memberNumber: checkpoint.member_number,
      storeNumber: checkpoint.store_number,
    });
    await notify(services, db, {
      to: affiliateId,
      notice: learningNotices.elearningReady,
      values: { course: text.title },
      path: `/training/course/${packageId}`,
      key: packageId,
    });
    await publishChange({ services, db }, affiliateId, packageId, 'elearning');
  });
}

/** Returns false if a newer preparation has replaced this one. */
async function updateProgress(
  { database, services }: JobContext,
  { affiliateId, startedAt }: Preparation,
  percent: number,
): Promise<boolean> {
  return database.inTransaction('learning.elearning', async (db) => {
    const key = { affiliateId, packageId, startedAt };
    const row = await queries.updatePreparationPercent.first(db, { ...key, percent });
    if (row) await publishChange({ services, db }, affiliateId, packageId, 'elearning');
    return row !== undefined;
  });
}

async function markFailed({ database, services }: JobContext, { affiliateId, startedAt }: Preparation): Promise<void> {
  await database.inTransaction('learning.elearning', async (db) => {
    await queries.finishPreparation(db, { affiliateId, packageId, startedAt, state: 'failed' });
    await publishChange({ services, db }, affiliateId, packageId, 'elearning');
  });
}
