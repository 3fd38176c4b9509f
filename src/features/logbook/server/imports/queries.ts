import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { isoTimestamp, isoTimestampOrNull } from '#platform/server/db/iso-timestamp.ts';
import { query, toJson, type Params } from '#platform/server/db/query.ts';
import { contentColumns, type StoredContent } from '#features/logbook/server/logs/queries.ts';
import type { ImportReport, StoredChoice } from '#features/logbook/shared/import-contract.ts';
import { importLimits, type ImportAction } from '#features/logbook/shared/import-limits.ts';

export interface ImportKey {
  affiliateId: number;
  importId: string;
}

/**
 * Locks the diver, because imports and undos of one person follow each other: two imports of the same file would both
 * find that its dives are new. Taken before the lock of an import, in the order of an erasure.
 */
export const lockDiver = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person').select('affiliate_id').where('affiliate_id', '=', p.affiliateId).forNoKeyUpdate(),
);

export const insertImport = query((db, p: Params<ImportKey>) =>
  db
    .insertInto('dive_import')
    .values({ affiliate_id: p.affiliateId, id: p.importId })
    .onConflict((conflict) => conflict.columns(['affiliate_id', 'id']).doNothing()),
);

/** Locks an import, so that its steps follow each other. */
export const lockImport = query((db, p: Params<ImportKey>) =>
  db
    .selectFrom('dive_import')
    .select(['id', 'status', 'choices', 'finished_at'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.importId)
    .forNoKeyUpdate(),
);

/** Adds choices to those that are stored. A later choice for the same dive counts. */
export const addChoices = query((db, p: Params<ImportKey & { choices: StoredChoice[] }>) =>
  db
    .updateTable('dive_import')
    .set({ choices: sql<string>`choices || ${toJson(p.choices)}` })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.importId),
);

export const startImport = query((db, p: Params<ImportKey & { now: Date }>) =>
  db
    .updateTable('dive_import')
    .set({ status: 'importing', started_at: p.now })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.importId),
);

/** Imports whose job ended without ending them, for example because each process that ran it was killed. */
export const listLostImports = query((db, p: Params<{ startedBefore: Date }>) =>
  db
    .selectFrom('dive_import')
    .select(['affiliate_id as affiliateId', 'id as importId'])
    .where('status', '=', 'importing')
    .where('started_at', '<', p.startedBefore)
    .limit(100),
);

export const setDiveCount = query((db, p: Params<ImportKey & { count: number }>) =>
  db
    .updateTable('dive_import')
    .set({ dive_count: p.count })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.importId),
);

export const setDoneCount = query((db, p: Params<ImportKey & { count: number }>) =>
  db
    .updateTable('dive_import')
    .set({ done_count: p.count })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.importId),
);

const onlyMappings = sql<string>`jsonb_path_query_array(choices, '$[*] ? (exists(@.mapping))')`;

/** Choices are no longer needed, because the entries record the result of each dive. Mappings of columns stay. */
export const finishImport = query(
  (db, p: Params<ImportKey & { status: 'done' | 'failed'; problem: string | null; now: Date }>) =>
    db
      .updateTable('dive_import')
      .set({ status: p.status, problem: p.problem, choices: onlyMappings, finished_at: p.now })
      .where('affiliate_id', '=', p.affiliateId)
      .where('id', '=', p.importId)
      .where('status', '=', 'importing')
      .returning('id'),
);

export const markUndone = query((db, p: Params<ImportKey & { now: Date }>) =>
  db
    .updateTable('dive_import')
    .set({ status: 'undone', undone_at: p.now })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.importId),
);

/** A dive with the same fingerprint that is in the logbook. */
export const findPresent = query((db, p: Params<{ affiliateId: number; fingerprints: readonly Buffer[] }>) =>
  db
    .selectFrom(
      db
        .selectFrom('dive_recording as r')
        .select(['r.affiliate_id', 'r.log_id', 'r.fingerprint'])
        .where('r.affiliate_id', '=', p.affiliateId)
        .where(sql<boolean>`r.fingerprint = any(${p.fingerprints}::bytea[])`)
        .unionAll(
          db
            .selectFrom('dive_import_entry as e')
            .select(['e.affiliate_id', sql<number>`e.log_id`.as('log_id'), 'e.fingerprint'])
            .where('e.affiliate_id', '=', p.affiliateId)
            .where(sql<boolean>`e.fingerprint = any(${p.fingerprints}::bytea[])`)
            .where(sql<boolean>`e.action in ('added', 'attached')`)
            .where('e.is_undone', '=', false)
            .where('e.log_id', 'is not', null),
        )
        .as('f'),
    )
    .innerJoin('dive_log as l', (join) =>
      join.onRef('l.affiliate_id', '=', 'f.affiliate_id').onRef('l.id', '=', 'f.log_id'),
    )
    .select((eb) => [
      'f.fingerprint',
      eb.cast<string>('l.id', 'text').as('logId'),
      'l.status as logStatus',
      'l.dive_title',
      'l.dive_date',
      sql<string | null>`to_char(l.time_in, 'HH24:MI')`.as('time_in'),
      eb.cast<number | null>('l.max_depth_m', 'float8').as('max_depth'),
      'l.bottom_time_min as bottom_time',
    ])
    .where('l.deleted_at', 'is', null),
);

/** The person's dives on these days, to compare them with those of a file. */
export const listDivesOn = query((db, p: Params<{ affiliateId: number; dates: readonly string[] }>) =>
  db
    .selectFrom('dive_log as l')
    .select((eb) => [
      eb.cast<string>('l.id', 'text').as('logId'),
      'l.status as logStatus',
      'l.dive_title',
      eb.ref('l.dive_date').$notNull().as('dive_date'),
      sql<string | null>`to_char(l.time_in, 'HH24:MI')`.as('time_in'),
      eb.cast<number | null>('l.max_depth_m', 'float8').as('max_depth'),
      'l.bottom_time_min as bottom_time',
    ])
    .where('l.affiliate_id', '=', p.affiliateId)
    .where('l.deleted_at', 'is', null)
    .where('l.status', '<>', 'Draft')
    .where(sql<boolean>`l.dive_date = any(${p.dates}::date[])`)
    .orderBy('l.dive_date')
    .orderBy('l.id')
    // People dive a few times a day. The comparison must stay short for a logbook with thousands on one.
    .limit(5_000),
);

interface NewLog extends StoredContent {
  affiliateId: number;
  outline: string | null;
}

export const insertImportedLog = query((db, p: Params<NewLog>) =>
  db
    .insertInto('dive_log')
    .values({
      affiliate_id: p.affiliateId,
      log_type: 'Recreational',
      status: 'Logged',
      is_imported: true,
      outline: p.outline,
      ...contentColumns(p),
    })
    .returning((eb) => [eb.cast<string>('id', 'text').as('id'), 'version']),
);

export const listEntryKeys = query((db, p: Params<ImportKey>) =>
  db
    .selectFrom('dive_import_entry')
    .select(['file', 'position'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('import_id', '=', p.importId),
);

interface NewEntry extends ImportKey {
  file: number;
  position: number;
  action: ImportAction;
  logId: string | null;
  logVersion: number | null;
  fingerprint: Buffer;
  report: ImportReport;
}

export const insertEntry = query((db, p: Params<NewEntry>) =>
  db.insertInto('dive_import_entry').values({
    affiliate_id: p.affiliateId,
    import_id: p.importId,
    file: p.file,
    position: p.position,
    action: p.action,
    log_id: sql<number | null>`${p.logId}::bigint`,
    log_version: p.logVersion,
    fingerprint: p.fingerprint,
    report: toJson(p.report),
  }),
);

export const listImports = query((db, p: Params<{ affiliateId: number; importId: string | null }>) =>
  db
    .selectFrom('dive_import as i')
    .select((eb) => [
      'i.id',
      'i.status',
      'i.problem',
      'i.dive_count',
      'i.done_count',
      isoTimestamp('i.created_at').as('created_at'),
      isoTimestampOrNull('i.finished_at').as('finished_at'),
      isoTimestampOrNull('i.undone_at').as('undone_at'),
      sql<
        string | null
      >`case when i.status = 'done' and i.finished_at > now() - ${sql.lit(importLimits.undoDays)} * interval '1 day'
        then to_json(i.finished_at + ${sql.lit(importLimits.undoDays)} * interval '1 day') #>> '{}' end`.as(
        'undo_until',
      ),
      jsonArrayFrom(
        eb
          .selectFrom('dive_import_file as f')
          .select(['f.position', 'f.name', 'f.bytes', 'f.format', 'f.warnings'])
          .whereRef('f.affiliate_id', '=', 'i.affiliate_id')
          .whereRef('f.import_id', '=', 'i.id')
          .orderBy('f.position'),
      ).as('files'),
      sql<Partial<Record<ImportAction, number>>>`(select coalesce(json_object_agg(c.action, c.count), '{}') from (
        select e.action, count(*)::int from dive_import_entry as e
        where e.affiliate_id = i.affiliate_id and e.import_id = i.id group by e.action) as c)`.as('counts'),
    ])
    .where('i.affiliate_id', '=', p.affiliateId)
    .where(sql<boolean>`(${p.importId}::uuid is null or i.id = ${p.importId}::uuid)`)
    .where('i.status', '<>', 'uploading')
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
    .limit(50),
);

export const listEntries = query((db, p: Params<ImportKey & { limit: number; offset: number }>) =>
  db
    .selectFrom('dive_import_entry as e')
    .leftJoin('dive_log as l', (join) =>
      join.onRef('l.affiliate_id', '=', 'e.affiliate_id').onRef('l.id', '=', 'e.log_id').on('l.deleted_at', 'is', null),
    )
    .select((eb) => [
      'e.file',
      'e.position as dive',
      'e.action',
      eb.cast<string | null>('l.id', 'text').as('log_id'),
      'l.dive_title',
      'l.dive_date',
      'e.is_undone',
      'e.report',
    ])
    .where('e.affiliate_id', '=', p.affiliateId)
    .where('e.import_id', '=', p.importId)
    .orderBy('e.file')
    .orderBy('e.position')
    .limit(p.limit)
    .offset(p.offset),
);
