import { sql, type UpdateObject } from 'kysely';
import { query, toJson, type Params } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { isLogIn, toLogId, type LogRow } from '#features/logbook/server/queries.ts';
import type { FieldRemark } from '#features/logbook/shared/contract.ts';
import type { LogStatus } from '#features/logbook/shared/enums.ts';

/** Serializes changes of one person's logbook, because dives are numbered. The lock class is arbitrary but unique. */
export const lockLogbook = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectNoFrom(sql<boolean>`pg_advisory_xact_lock(20240, ${p.affiliateId}::int) is null`.as('locked')),
);

/** The part of a row that the diver enters. */
export type LogContent = Pick<
  LogRow,
  | 'log_type'
  | 'log_course'
  | 'log_number'
  | 'adventure_dive'
  | 'dive_title'
  | 'dive_date'
  | 'dive_location'
  | 'dive_type'
  | 'memsys_member_number'
  | 'max_depth'
  | 'bottom_time'
  | 'time_in'
  | 'time_out'
  | 'dive_skills'
  | 'conditions'
  | 'equipment'
  | 'experiences'
  | 'typed'
>;

interface StoredContent extends LogContent {
  searchText: string;
}

const contentColumns = (p: Params<StoredContent>) =>
  ({
    log_course: p.log_course,
    log_number: p.log_number,
    adventure_dive: p.adventure_dive,
    dive_title: p.dive_title,
    dive_date: p.dive_date,
    dive_location: p.dive_location,
    dive_type: p.dive_type,
    memsys_member_number: p.memsys_member_number,
    max_depth_m: p.max_depth,
    bottom_time_min: p.bottom_time,
    time_in: p.time_in,
    time_out: p.time_out,
    bottom_water_temp_c: sql<number | null>`(${toJson(p.conditions)} ->> 'bottom_water_temp')::numeric`,
    skills: p.dive_skills,
    conditions: toJson(p.conditions),
    equipment: toJson(p.equipment),
    experience: toJson(p.experiences),
    typed: toJson(p.typed),
    search_text: p.searchText,
  }) satisfies UpdateObject<Tables, 'dive_log'>;

interface NewLog extends StoredContent {
  affiliateId: number;
  key: string | null;
  status: LogStatus;
}

/** Returns no row when the key already exists. */
export const insertLog = query((db, p: Params<NewLog>) =>
  db
    .insertInto('dive_log')
    .values({
      affiliate_id: p.affiliateId,
      key: sql`coalesce(${p.key}::uuid, gen_random_uuid())`,
      log_type: p.log_type,
      status: p.status,
      submitted_at: sql`case when ${p.status} = 'Pending' then now() end`,
      ...contentColumns(p),
    })
    .onConflict((conflict) => conflict.columns(['affiliate_id', 'key']).doNothing())
    .returning((eb) => eb.cast<string>('id', 'text').as('id')),
);

export const findLogByKey = query((db, p: Params<{ affiliateId: number; key: string }>) =>
  db
    .selectFrom('dive_log')
    .select((eb) => [
      eb.cast<string>('id', 'text').as('id'),
      'log_type',
      eb('deleted_at', 'is not', null).as('is_deleted'),
    ])
    .where('affiliate_id', '=', p.affiliateId)
    .where('key', '=', p.key),
);

export const updateContent = query((db, p: Params<StoredContent & { affiliateId: number; id: string }>) =>
  db
    .updateTable('dive_log')
    .set((eb) => ({ ...contentColumns(p), version: eb('version', '+', 1), updated_at: sql`now()` }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', toLogId(p.id)),
);

/** `versionStep` is 0 if the content was updated before. The return reason is cleared on submission. */
export const markSubmitted = query(
  (db, p: Params<{ affiliateId: number; id: string; status: LogStatus; versionStep: 0 | 1 }>) =>
    db
      .updateTable('dive_log')
      .set((eb) => ({
        status: p.status,
        submitted_at: sql`case when ${p.status} = 'Pending' then now() end`,
        returned_at: null,
        returned_by: null,
        returned_name: null,
        returned_reason: null,
        returned_fields: sql`default`,
        version: eb('version', '+', p.versionStep),
        updated_at: sql`now()`,
      }))
      .where('affiliate_id', '=', p.affiliateId)
      .where('id', '=', toLogId(p.id)),
);

export const markWithdrawn = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db
    .updateTable('dive_log')
    .set((eb) => ({
      status: 'Draft',
      submitted_at: null,
      dive_number: null,
      version: eb('version', '+', 1),
      updated_at: sql`now()`,
    }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', toLogId(p.id)),
);

interface Verification {
  ids: readonly string[];
  verifiedBy: number;
  name: string;
  reason: string | null;
  /** One JSON list per id. */
  deviations: readonly string[];
}

/** Dives without deviations store no reason. */
export const markVerified = query((db, p: Params<Verification>) =>
  db
    .updateTable('dive_log as l')
    .from(
      sql<{ id: number; deviations: string }>`unnest(${p.ids}::bigint[], ${p.deviations}::text[])`.as<'verified'>(
        sql`verified (id, deviations)`,
      ),
    )
    .set((eb) => ({
      status: 'Verified',
      verified_at: sql`now()`,
      verified_by: p.verifiedBy,
      verified_name: p.name,
      verified_reason: sql`case when verified.deviations::jsonb <> '[]' then ${p.reason} end`,
      verified_deviations: sql`verified.deviations::jsonb`,
      version: eb('l.version', '+', 1),
      updated_at: sql`now()`,
    }))
    .whereRef('l.id', '=', 'verified.id'),
);

interface Return {
  id: string;
  returnedBy: number;
  name: string;
  reason: string;
  fields: FieldRemark[];
}

export const markReturned = query((db, p: Params<Return>) =>
  db
    .updateTable('dive_log')
    .set((eb) => ({
      status: 'Returned',
      returned_at: sql`now()`,
      returned_by: p.returnedBy,
      returned_name: p.name,
      returned_reason: p.reason,
      returned_fields: toJson(p.fields),
      version: eb('version', '+', 1),
      updated_at: sql`now()`,
    }))
    .where('id', '=', toLogId(p.id)),
);

export const lockLogs = query((db, p: Params<{ affiliateId: number; ids: readonly string[]; areDeleted: boolean }>) =>
  db
    .selectFrom('dive_log as l')
    .select((eb) => [eb.cast<string>('l.id', 'text').as('id'), 'l.affiliate_id', 'l.status', 'l.dive_date'])
    .where('l.affiliate_id', '=', p.affiliateId)
    .where(isLogIn(p.ids))
    .where(sql<boolean>`(l.deleted_at is not null) = ${p.areDeleted}`)
    .orderBy('l.id')
    .forUpdate(),
);

export const markDeleted = query((db, p: Params<{ affiliateId: number; ids: readonly string[] }>) =>
  db
    .updateTable('dive_log as l')
    .set((eb) => ({ deleted_at: sql`now()`, dive_number: null, version: eb('l.version', '+', 1) }))
    .where('l.affiliate_id', '=', p.affiliateId)
    .where(isLogIn(p.ids)),
);

export const markRestored = query((db, p: Params<{ affiliateId: number; ids: readonly string[] }>) =>
  db
    .updateTable('dive_log as l')
    .set((eb) => ({ deleted_at: null, version: eb('l.version', '+', 1) }))
    .where('l.affiliate_id', '=', p.affiliateId)
    .where(isLogIn(p.ids)),
);

/** Renumbers dives from a day on; earlier dives keep their numbers. */
export const renumberFrom = query((db, p: Params<{ affiliateId: number; day: string }>) => {
  const numbered = db
    .selectFrom('dive_log')
    .where('affiliate_id', '=', p.affiliateId)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'Draft');
  const lastNumber = numbered
    .select('dive_number')
    .where('dive_date', '<', p.day)
    .orderBy('dive_date', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  return db
    .with('ranked', () =>
      numbered
        .select((eb) => [
          'id',
          eb(
            eb.fn.coalesce(lastNumber, sql.lit(0)),
            '+',
            eb.fn.agg<number>('row_number').over((window) => window.orderBy('dive_date').orderBy('id')),
          ).as('place'),
        ])
        .where('dive_date', '>=', p.day),
    )
    .updateTable('dive_log as l')
    .from('ranked')
    .set((eb) => ({ dive_number: eb.ref('ranked.place') }))
    .where('l.affiliate_id', '=', p.affiliateId)
    .whereRef('l.id', '=', 'ranked.id')
    .whereRef('l.dive_number', 'is distinct from', 'ranked.place');
});

/** Stores an unknown site for the diver's later searches. */
export const upsertOwnSite = query((db, p: Params<{ affiliateId: number; name: string; searchName: string }>) =>
  db
    .insertInto('own_dive_site')
    .columns(['affiliate_id', 'name', 'search_name'])
    .expression(
      db
        .selectNoFrom([p.affiliateId.as('affiliate_id'), p.name.as('name'), p.searchName.as('search_name')])
        .where(({ not, exists }) =>
          not(exists(db.selectFrom('dive_site').select('id').where('search_name', '=', p.searchName))),
        ),
    )
    .onConflict((conflict) => conflict.columns(['affiliate_id', 'search_name']).doNothing()),
);

/** Purges a batch of 100; the files are deleted after their rows. */
export const deleteOldLogs = query((db) =>
  db
    .with('gone', (db) =>
      db
        .selectFrom('dive_log')
        .select(['affiliate_id', 'id'])
        .where('deleted_at', '<', sql<Date>`now() - interval '1 day'`)
        .orderBy('deleted_at')
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .with('photos', (db) =>
      db
        .deleteFrom('dive_photo as p')
        .using('gone')
        .whereRef('p.affiliate_id', '=', 'gone.affiliate_id')
        .whereRef('p.log_id', '=', 'gone.id')
        .returning(['p.file_key', 'p.thumb_key']),
    )
    .with('logs', (db) =>
      db
        .deleteFrom('dive_log as l')
        .using('gone')
        .whereRef('l.affiliate_id', '=', 'gone.affiliate_id')
        .whereRef('l.id', '=', 'gone.id')
        .returning('l.id'),
    )
    .selectNoFrom((eb) => [
      eb
        .selectFrom('logs')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('logs'),
      sql<string[]>`array(select file_key from photos union all select thumb_key from photos)`.as('files'),
    ]),
);
