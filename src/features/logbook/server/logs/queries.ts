import { sql, type RawBuilder, type UpdateObject } from 'kysely';
import { publishEvent } from '#platform/server/events/pubsub.ts';
import type { Selection } from '#platform/server/db/json-columns.ts';
import { query, queryBy, toJson, type Params } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { isLogIn, toLogId, type LogRow } from '#features/logbook/server/queries.ts';
import type { FieldRemark } from '#features/logbook/shared/contract.ts';
import type { LogStatus } from '#features/logbook/shared/enums.ts';
import { logJson } from './log-json.ts';

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

export interface StoredContent extends LogContent {
  searchText: string;
}

export const contentColumns = (p: Params<StoredContent>) =>
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

/** Neither a shared site nor one of the diver's own. */
const isNewSite = (affiliateId: RawBuilder<number>, searchName: RawBuilder<string>) =>
  sql<boolean>`not exists (select from dive_site where search_name = ${searchName}) and not exists (
    select from own_dive_site where affiliate_id = ${affiliateId} and search_name = ${searchName})`;

interface NewLog extends StoredContent {
  affiliateId: number;
  key: string | null;
  status: LogStatus;
  /** The channel of the diver's open pages. */
  channel: string;
  siteSearchName: string;
}

/**
 * Inserts a log, stores its site and publishes the change in one statement. Its first column are the selected fields as
 * JSON text. Returns no row when the key already exists.
 */
export const insertLog = queryBy(
  (db, p: Params<NewLog>, selection: Selection | null) =>
    db
      .with('l', (db) =>
        db
          .insertInto('dive_log')
          .values({
            affiliate_id: p.affiliateId,
            key: p.key,
            log_type: p.log_type,
            status: p.status,
            submitted_at: sql`case when ${p.status} = 'Pending' then now() end`,
            ...contentColumns(p),
          })
          .onConflict((conflict) => conflict.columns(['affiliate_id', 'key']).where('key', 'is not', null).doNothing())
          .returningAll(),
      )
      .with('site', (db) =>
        db
          .insertInto('own_dive_site')
          .columns(['affiliate_id', 'name', 'search_name'])
          .expression(
            db
              .selectFrom('l')
              .select(['l.affiliate_id', 'l.dive_location', p.siteSearchName.as('search_name')])
              .where('l.status', '<>', 'Draft')
              .where(isNewSite(p.affiliateId, p.siteSearchName)),
          )
          .onConflict((conflict) => conflict.columns(['affiliate_id', 'search_name']).doNothing()),
      )
      .selectFrom('l')
      .select((eb) => [
        sql<string>`${logJson(selection)}::text`.as('json'),
        eb.cast<string>('l.id', 'text').as('id'),
        publishEvent(p.channel, sql`json_build_object('id', l.id::text)`).as('published'),
      ]),
  [null],
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
    .forNoKeyUpdate(),
);

export const markDeleted = query((db, p: Params<{ affiliateId: number; ids: readonly string[] }>) =>
  db
    .updateTable('dive_log as l')
    .set((eb) => ({ deleted_at: sql`now()`, version: eb('l.version', '+', 1) }))
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

/** Stores an unknown site for the diver's later searches. */
export const upsertOwnSite = query((db, p: Params<{ affiliateId: number; name: string; searchName: string }>) =>
  db
    .insertInto('own_dive_site')
    .columns(['affiliate_id', 'name', 'search_name'])
    .expression(
      db
        .selectNoFrom([p.affiliateId.as('affiliate_id'), p.name.as('name'), p.searchName.as('search_name')])
        .where(isNewSite(p.affiliateId, p.searchName)),
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
