import { sql, type Expression, type QueryCreator } from 'kysely';
import type { Context } from '#platform/server/http/context.ts';
import type { QueuePage } from '#platform/shared/queue-page.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { auditQueueRead } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { hasPendingClearance, isNamedOnCorrected, isOpenCorrection } from './queries.ts';
import type { WaitingPage } from '#features/forms/shared/physician-contract.ts';

/** Each part has an index; the conditions on a record have none, so all records would be read. */
const selectCandidates = (db: QueryCreator<Tables>) =>
  db
    .selectFrom('form_record')
    .select('id')
    .where('medical_status', '=', 'review')
    .union((eb) =>
      eb
        .selectFrom('form_evaluation as w')
        .select('w.record_id as id')
        .where('w.needs_confirmation', '=', true)
        .where((eb) =>
          eb.not(eb.exists(eb.selectFrom('form_confirmation as k').whereRef('k.evaluation_id', '=', 'w.id'))),
        ),
    )
    .union((eb) =>
      eb
        .selectFrom('form_record')
        .select('id')
        .where('is_correction', '=', true)
        .where('medical_status', '=', 'physician'),
    );

/**
 * Uploaded pages, physicians' responses and corrected answers to confirm. Expired and replaced forms and those of
 * erased divers are left out.
 */
const selectToConfirm = (db: QueryCreator<Tables>, today: Expression<string>) =>
  db
    .selectFrom('form_record as r')
    .innerJoin('person_name as n', 'n.affiliate_id', 'r.affiliate_id')
    .where('r.id', 'in', selectCandidates(db))
    .where((eb) => eb.or([eb('r.medical_status', '=', 'review'), hasPendingClearance, isOpenCorrection(today)]))
    .where('r.removed_at', 'is', null)
    .where('r.valid_until', '>=', today)
    .where('n.is_erased', '=', false)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('form_record as newer')
            .whereRef('newer.affiliate_id', '=', 'r.affiliate_id')
            .whereRef('newer.replaces', '=', 'r.id'),
        ),
      ),
    );

/**
 * The desk's queue: forms that name no active person outside the diver's family who may decide, or that those named
 * have left open for three days.
 */
export const selectWaitingPages = (db: QueryCreator<Tables>, today: Expression<string>) =>
  selectToConfirm(db, today).where((eb) => {
    const family = eb
      .selectFrom('family_member as f')
      .select('f.member_id')
      .whereRef('f.affiliate_id', '=', 'r.affiliate_id');
    const store = eb
      .selectFrom('active_store as s')
      .whereRef('s.store_number', '=', 'r.store_number')
      .where(({ ref }) => isNamedOnCorrected(today, 'u.store_number', ref('s.store_number')))
      .where('s.affiliate_id', 'not in', family);
    const instructor = eb
      .selectFrom('active_instructor as i')
      .innerJoin('person_name as m', 'm.affiliate_id', 'i.affiliate_id')
      .whereRef('i.member_number', '=', 'r.member_number')
      .where('m.is_erased', '=', false)
      .where(({ ref }) => isNamedOnCorrected(today, 'u.member_number', ref('i.member_number')))
      .where('i.affiliate_id', 'not in', family);
    return eb.or([
      eb('r.medical_changed_at', '<', sql<Date>`now() - interval '3 days'`),
      eb.and([eb.not(eb.exists(store)), eb.not(eb.exists(instructor))]),
    ]);
  });

const listWaiting = query((db, p: Params<QueuePage & { today: string }>) =>
  selectWaitingPages(db, p.today)
    .innerJoin('person as p', 'p.affiliate_id', 'r.affiliate_id')
    .select((eb) => [
      'r.id as recordId',
      'r.affiliate_id as affiliateId',
      'p.birthdate',
      'r.signed_at as signedAt',
      'r.medical_changed_at as uploadedAt',
      eb
        .case()
        .when(hasPendingClearance)
        .then(sql.lit<WaitingPage['kind']>('link'))
        .when('r.medical_status', '=', 'review')
        .then(sql.lit<WaitingPage['kind']>('page'))
        .else(sql.lit<WaitingPage['kind']>('correction'))
        .end()
        .as('kind'),
      'n.full_name as fullName',
    ])
    .orderBy('r.medical_changed_at')
    .orderBy('r.id')
    .limit(p.limit)
    .offset(p.offset),
);

const countWaiting = query((db, p: Params<{ today: string }>) =>
  selectWaitingPages(db, p.today).select((eb) => eb.fn.countAll<number>().as('total')),
);

const findWaiting = query((db, p: Params<{ today: string; recordId: string }>) =>
  selectToConfirm(db, p.today).where('r.id', '=', p.recordId),
);

/** Whether the record has something to confirm, which staff may then read; the rest of the form stays hidden. */
export async function needsConfirmation({ db, now }: Pick<Context, 'db' | 'now'>, recordId: string): Promise<boolean> {
  return (await findWaiting.first(db, { today: toIsoDate(now), recordId })) !== undefined;
}

export async function listWaitingPages(
  ctx: Context,
  { query: page }: { query: QueuePage },
): Promise<{ total: number; items: WaitingPage[] }> {
  const today = toIsoDate(ctx.now);
  const [count, rows] = await Promise.all([
    countWaiting.first(ctx.db, { today }),
    listWaiting(ctx.db, { today, ...page }),
  ]);
  await auditQueueRead(
    ctx,
    'page',
    rows.map(({ affiliateId }) => affiliateId),
  );
  const items = rows.map(({ birthdate, signedAt, uploadedAt, ...row }) => ({
    ...row,
    isMinor: isMinor(birthdate, today),
    signedDate: signedAt.toISOString(),
    uploadedDate: uploadedAt.toISOString(),
  }));
  return { total: count?.total ?? 0, items };
}
