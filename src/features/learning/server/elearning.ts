import * as z from 'zod';
import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import type { Db } from '../../../platform/server/db.ts';
import { defineJob, enqueue, type JobContext } from '../../../platform/server/jobs.ts';
import { findCheckpoint } from '../../dsd/server/public.ts';
import { hasCompletedForms } from '../../dsd/shared/rules.ts';
import { notify } from '../../notifications/server/public.ts';
import type { learningCalls } from '../shared/contract.ts';
import type { Elearning } from '../shared/course-contract.ts';
import { learningNotices } from '../shared/notices.ts';
import { cultureOf } from '../shared/rules.ts';
import { entitle } from './access.ts';
import { findPerson } from './codes-sql.ts';
import { library, textIn } from './content/library.ts';
import * as sql from './elearning-sql.ts';
import { publishChange } from './events.ts';
import { guestPackageId, learnerContext } from './learner.ts';

const packageId = guestPackageId;

export const elearningHandlers: Pick<
  Handlers<typeof learningCalls>,
  'POST v2/courses/enroll/{extraData}' | 'GET v2/elearning'
> = {
  /** Asked for twice it is prepared once; what failed, or took too long, is tried again. */
  async 'POST v2/courses/enroll/{extraData}'(ctx, { query }) {
    const { user } = await learnerContext(ctx, query.affiliateId, packageId, 'acts');
    await beginElearning(ctx, user.affiliateId);
    return describe(ctx.db, user.affiliateId);
  },

  async 'GET v2/elearning'(ctx, { query }) {
    const { db, user } = await learnerContext(ctx, query.affiliateId, packageId);
    return describe(db, user.affiliateId);
  },
};

/** For whoever may: the one who asks, or whose forms have just been found complete. */
export async function beginElearning(
  { db, services }: Pick<Context, 'db' | 'services'>,
  affiliateId: number,
): Promise<void> {
  const [checkpoint] = await findCheckpoint(db, affiliateId);
  if (!hasCompletedForms(checkpoint ?? null) || (await describe(db, affiliateId)).state === 'ready') return;
  const [begun] = await sql.beginPreparation(db, affiliateId, packageId, sql.patienceS);
  if (begun === undefined) return;
  const startedAt = begun.startedAt.toISOString();
  await enqueue(db, prepareElearning, { affiliateId, startedAt }, { id: `${affiliateId} ${startedAt}` });
  await publishChange({ services, db }, affiliateId, packageId, 'elearning');
}

/** Where it stands. What is forms-bound cannot begin, and neither has what nobody asked for. */
async function describe(db: Db, affiliateId: number): Promise<Elearning> {
  const [checkpoint] = await findCheckpoint(db, affiliateId);
  const [standing] = await sql.findPreparation(db, affiliateId, packageId, sql.patienceS);
  const { state, percent, startedAt } = standing ?? { state: null, percent: 0, startedAt: null };
  const isReady = standing?.isEntitled === true;
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

/** Goes on where it was when a process died with it; each step can be taken twice. */
export const prepareElearning = defineJob(
  'learning.elearning',
  { schema: Preparation, retryLimit: 4, retryDelayS: 2, retryDelayMaxS: 30, expireInS: sql.patienceS },
  async (ctx, preparation) => {
    try {
      await prepare(ctx, preparation);
    } catch (error) {
      if (ctx.isLastTry || isOver(preparation)) await giveUp(ctx, preparation);
      throw error;
    }
  },
);

const isOver = ({ startedAt }: Preparation) => Date.parse(startedAt) + sql.patienceS * 1_000 < Date.now();

async function prepare(ctx: JobContext, preparation: Preparation): Promise<void> {
  if (isOver(preparation)) return giveUp(ctx, preparation);
  const { affiliateId, startedAt } = preparation;
  const { database, services } = ctx;
  const [checkpoint] = await findCheckpoint(database.db, affiliateId);
  if (checkpoint === undefined || !hasCompletedForms(checkpoint)) return giveUp(ctx, preparation);
  if (!(await report(ctx, preparation, 25))) return;
  const [person] = await findPerson(database.db, affiliateId);
  const course = library.find(packageId);
  if (course === undefined || person === undefined) return giveUp(ctx, preparation);
  if (!(await report(ctx, preparation, 50))) return;
  const text = textIn(course, cultureOf(person.language));
  if (text.sections.some(({ lessons }) => lessons.length === 0)) return giveUp(ctx, preparation);
  if (!(await report(ctx, preparation, 75))) return;
  await database.inTransaction('learning.elearning', async (db) => {
    const [ended] = await sql.endPreparation(db, affiliateId, packageId, startedAt, 'ready');
    if (ended === undefined) return;
    await entitle(db, {
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

/** False once it is no longer this one that is waited for. */
async function report(
  { database, services }: JobContext,
  { affiliateId, startedAt }: Preparation,
  percent: number,
): Promise<boolean> {
  return database.inTransaction('learning.elearning', async (db) => {
    const [row] = await sql.advance(db, affiliateId, packageId, startedAt, percent);
    if (row) await publishChange({ services, db }, affiliateId, packageId, 'elearning');
    return row !== undefined;
  });
}

async function giveUp({ database, services }: JobContext, { affiliateId, startedAt }: Preparation): Promise<void> {
  await database.inTransaction('learning.elearning', async (db) => {
    await sql.endPreparation(db, affiliateId, packageId, startedAt, 'failed');
    await publishChange({ services, db }, affiliateId, packageId, 'elearning');
  });
}
