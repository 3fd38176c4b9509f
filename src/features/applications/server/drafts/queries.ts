import { sql } from 'kysely';
import { query, toJson, type Params } from '#platform/server/db/query.ts';
import { type ApplicationRow, applicationColumns } from '#features/applications/server/queries.ts';

/** Serializes creating and restoring drafts of one applicant, so two requests can't leave two open drafts. */
export const lockApplicant = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person').select('birthdate').where('affiliate_id', '=', p.affiliateId).forNoKeyUpdate(),
);

export const listOpenApplications = query((db, p: Params<{ affiliateId: number; typeId: number }>) =>
  db
    .selectFrom('application')
    .select('id')
    .where('affiliate_id', '=', p.affiliateId)
    .where('type_id', '=', p.typeId)
    .where('deleted_at', 'is', null)
    .where('state', 'not in', ['Completed', 'Rejected']),
);

export const insertDraft = query((db, p: Params<{ affiliateId: number; typeId: number; now: Date }>) =>
  db
    .insertInto('application')
    .values({
      affiliate_id: p.affiliateId,
      type_id: p.typeId,
      created_at: p.now,
      updated_at: p.now,
      state_at: p.now,
    })
    .returning(applicationColumns),
);

export type ApplicationContent = Pick<
  ApplicationRow,
  'instructorId' | 'storeId' | 'cards' | 'firstAid' | 'exercises' | 'statement' | 'recommendation'
>;

/** People newly named on a returned application haven't seen it; they get access once it is submitted. */
export const updateContent = query(
  (db, p: Params<ApplicationContent & { affiliateId: number; id: number; now: Date }>) =>
    db
      .updateTable('application')
      .set((eb) => ({
        instructor_id: p.instructorId,
        store_id: p.storeId,
        cards: toJson(p.cards),
        first_aid: toJson(p.firstAid),
        exercises: toJson(p.exercises),
        statement: p.statement,
        recommendation: p.recommendation,
        updated_at: p.now,
        version: eb('version', '+', 1),
        unseen_by: sql<number[]>`case when state = 'Returned' then array(
          select named from unnest(array[${p.instructorId}::bigint, ${p.storeId}::bigint]) named
          where named = any (unseen_by) or named not in (coalesce(instructor_id, 0), coalesce(store_id, 0))) else '{}' end`,
      }))
      .where('affiliate_id', '=', p.affiliateId)
      .where('id', '=', p.id)
      .returning(applicationColumns),
);

export const updateTeachingAddress = query(
  (db, p: Params<{ affiliateId: number; id: number; encrypted: string | null; now: Date }>) =>
    db
      .updateTable('application')
      .set({ sealed_teaching_address: p.encrypted, updated_at: p.now })
      .where('affiliate_id', '=', p.affiliateId)
      .where('id', '=', p.id),
);

export const deleteDraft = query((db, p: Params<{ affiliateId: number; id: number; now: Date }>) =>
  db
    .updateTable('application')
    .set({ deleted_at: p.now })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('state', '=', 'Draft')
    .where('deleted_at', 'is', null)
    .returning('id'),
);

/** The user's own draft, deleted within the last day. */
export const findDeletedDraft = query((db, p: Params<{ affiliateId: number; id: number; now: Date }>) =>
  db
    .selectFrom('application')
    .select('type_id as typeId')
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('deleted_at', '>', sql<Date>`${p.now}::timestamptz - interval '1 day'`),
);

export const restoreDraft = query((db, p: Params<{ affiliateId: number; id: number }>) =>
  db
    .updateTable('application')
    .set({ deleted_at: null })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id),
);

/** Purges a batch of drafts deleted more than a day ago and returns their file keys. */
export const deleteOldDrafts = query((db, p: Params<{ now: Date }>) =>
  db
    .with('gone', (db) =>
      db
        .selectFrom('application')
        .select(['affiliate_id', 'id'])
        .where('deleted_at', '<=', sql<Date>`${p.now}::timestamptz - interval '1 day'`)
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .with('files', (db) =>
      db
        .selectFrom('application_proof as f')
        .innerJoin('gone as g', (join) =>
          join.onRef('f.affiliate_id', '=', 'g.affiliate_id').onRef('f.application_id', '=', 'g.id'),
        )
        .select('f.file_key'),
    )
    .with('deleted', (db) =>
      db
        .deleteFrom('application as a')
        .using('gone as g')
        .whereRef('a.affiliate_id', '=', 'g.affiliate_id')
        .whereRef('a.id', '=', 'g.id'),
    )
    .selectNoFrom((eb) => [
      eb
        .selectFrom('gone')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('drafts'),
      sql<string[]>`array(${eb.selectFrom('files').select('file_key')})`.as('files'),
    ]),
);
