import { expressionBuilder, sql, type ExpressionBuilder, type RawBuilder } from 'kysely';
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';
import { isoTimestamp, isoTimestampOrNull } from '#platform/server/db/iso-timestamp.ts';
import type { Selection } from '#platform/server/db/json-columns.ts';
import { query, queryBy, type Params, type Row } from '#platform/server/db/query.ts';
import { queryCreator } from '#platform/server/db/query-compiler.ts';
import { notNull, rawQuery, text } from '#platform/server/db/raw-query.ts';
import { selectChildren } from '#features/account/server/public.ts';
import type { TypedMeasure } from '#features/logbook/shared/contract.ts';
import type { LogType } from '#features/logbook/shared/enums.ts';
import { instructorInfo, logJson, wholeLogJson } from './logs/log-json.ts';
import { isVisibleTo, type LogTables } from './visible-log-queries.ts';

const log = expressionBuilder<LogTables, 'l'>();

const logColumns = [
  log.cast<string>('l.id', 'text').as('id'),
  'l.affiliate_id',
  'l.log_type',
  'l.status',
  'l.version',
  'l.log_course',
  'l.log_number',
  'l.adventure_dive',
  'l.dive_title',
  'l.dive_date',
  'l.dive_location',
  'l.dive_type',
  'l.memsys_member_number',
  log.cast<number | null>('l.max_depth_m', 'float8').as('max_depth'),
  'l.bottom_time_min as bottom_time',
  sql<string | null>`to_char(l.time_in, 'HH24:MI')`.as('time_in'),
  sql<string | null>`to_char(l.time_out, 'HH24:MI')`.as('time_out'),
  'l.skills as dive_skills',
  'l.conditions',
  'l.equipment',
  'l.experience as experiences',
  'l.typed',
  'l.is_imported',
  isoTimestampOrNull('l.submitted_at').as('submitted_at'),
  isoTimestampOrNull('l.verified_at').as('verified_at'),
  'l.verified_name',
  'l.verified_reason',
  isoTimestampOrNull('l.returned_at').as('returned_at'),
  'l.returned_name',
  'l.returned_reason',
  'l.returned_fields',
  isoTimestamp('l.created_date').as('created_date'),
] as const;

/** Ids are text outside the database, because a GraphQL id is. */
export const toLogId = (id: RawBuilder<string>) => sql<number>`${id}::bigint`;
export const isLogIn = (ids: RawBuilder<readonly string[]>) => sql<boolean>`l.id = any(${ids}::bigint[])`;

export const findLog = query((db, p: Params<{ viewer: number; id: string }>) =>
  db
    .selectFrom('dive_log as l')
    .select(wholeLogJson.as('log'))
    .where('l.id', '=', toLogId(p.id))
    .where(isVisibleTo(p.viewer)),
);

/** The selected fields of one of the viewer's own logs as JSON text. */
export const findOwnLogJson = queryBy(
  (db, p: Params<{ affiliateId: number; id: string }>, selection: Selection | null) =>
    db
      .selectFrom('dive_log as l')
      .select(sql<string>`${logJson(selection)}::text`.as('json'))
      .where('l.affiliate_id', '=', p.affiliateId)
      .where('l.id', '=', toLogId(p.id))
      .where('l.deleted_at', 'is', null),
  [null],
);

/** Used to prefill fields that rarely change. */
export const findLastDive = query((db, p: Params<{ affiliateId: number; logType: LogType }>) =>
  db
    .selectFrom('dive_log as l')
    .select(wholeLogJson.as('log'))
    .where('l.affiliate_id', '=', p.affiliateId)
    .where('l.deleted_at', 'is', null)
    .where('l.log_type', '=', p.logType)
    .where('l.status', '<>', 'Draft')
    .orderBy('l.dive_date', 'desc')
    .orderBy('l.id', 'desc')
    .limit(1),
);

export const lockLog = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db
    .selectFrom('dive_log as l')
    .select(logColumns)
    .where('l.affiliate_id', '=', p.affiliateId)
    .where('l.id', '=', toLogId(p.id))
    .where('l.deleted_at', 'is', null)
    .forNoKeyUpdate(),
);
export type LogRow = Row<typeof lockLog>;

/** The store through which the instructor of a log `l` teaches its diver; forms may name it instead. */
export const teachingStore = (eb: Pick<ExpressionBuilder<LogTables, 'l'>, 'selectFrom'>) =>
  eb
    .selectFrom('enrollment as e')
    .select('e.store_number')
    .whereRef('e.affiliate_id', '=', 'l.affiliate_id')
    .whereRef('e.member_number', '=', 'l.memsys_member_number')
    .where('e.store_number', 'is not', null)
    .orderBy('e.granted_at', 'desc')
    .limit(1);

const selectLogToDecide = queryCreator
  .selectFrom('dive_log as l')
  .innerJoin('person as d', 'd.affiliate_id', 'l.affiliate_id')
  .select(logColumns)
  .select(['d.birthdate as diver_birthdate', teachingStore(log).as('store_number')]);

export const findLogToDecide = query((_db, p: Params<{ viewer: number; id: string }>) =>
  selectLogToDecide
    .where('l.id', '=', toLogId(p.id))
    .where('l.affiliate_id', '<>', p.viewer)
    .where(isVisibleTo(p.viewer)),
);

/** Locks in a fixed order, so two requests for the same class can't deadlock. */
export const lockLogsToDecide = query((_db, p: Params<{ viewer: number; ids: readonly string[] }>) =>
  selectLogToDecide
    .where(isLogIn(p.ids))
    .where('l.affiliate_id', '<>', p.viewer)
    .where(isVisibleTo(p.viewer))
    .orderBy('l.id')
    .forNoKeyUpdate('l'),
);
export type LogToDecide = Row<typeof lockLogsToDecide>;

export const findInstructor = query((db, p: Params<{ memberNumber: number }>) =>
  db
    .selectFrom('active_instructor as a')
    .innerJoin('person as i', 'i.affiliate_id', 'a.affiliate_id')
    .innerJoin('person_name as n', 'n.affiliate_id', 'a.affiliate_id')
    .select(['a.affiliate_id', 'n.full_name as name', instructorInfo().as('info')])
    .where('a.member_number', '=', p.memberNumber),
);
export type Instructor = Row<typeof findInstructor>;

export const findName = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person_name').select('full_name as name').where('affiliate_id', '=', p.affiliateId),
);

export const listGuardians = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('guardian_link')
    .select('guardian_id as affiliateId')
    .where('affiliate_id', '=', p.affiliateId)
    .orderBy('guardian_id'),
);

export const findFirstDiveNumber = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('logbook_setting').select('first_dive_number as number').where('affiliate_id', '=', p.affiliateId),
);

export const upsertFirstDiveNumber = query((db, p: Params<{ affiliateId: number; number: number }>) =>
  db
    .insertInto('logbook_setting')
    .values({ affiliate_id: p.affiliateId, first_dive_number: p.number })
    .onConflict((conflict) => conflict.column('affiliate_id').doUpdateSet({ first_dive_number: p.number })),
);

/** Dives of a guardian's children, without drafts. */
export const listFamilyDives = query((db, p: Params<{ guardianId: number; today: string }>) => {
  const selectDives = (eb: Pick<ExpressionBuilder<LogTables & { k: { affiliate_id: number } }, 'k'>, 'selectFrom'>) =>
    eb
      .selectFrom('dive_log as l')
      .whereRef('l.affiliate_id', '=', 'k.affiliate_id')
      .where('l.deleted_at', 'is', null)
      .where('l.status', '<>', 'Draft');
  return db
    .selectFrom(selectChildren(p).as('k'))
    .crossJoinLateral((eb) =>
      selectDives(eb)
        .select((eb) => [
          eb.fn.countAll<number>().as('dives'),
          eb.fn.countAll<number>().filterWhere('l.status', '=', 'Pending').as('pending'),
          eb.fn.countAll<number>().filterWhere('l.status', '=', 'Returned').as('returned'),
        ])
        .as('d'),
    )
    .select((eb) => [
      'k.affiliate_id',
      'd.dives',
      'd.pending',
      'd.returned',
      selectDives(eb)
        .select((eb) =>
          jsonBuildObject({
            dive_title: eb.ref('l.dive_title'),
            dive_date: eb.ref('l.dive_date').$notNull(),
            dive_location: eb.ref('l.dive_location'),
            max_depth: eb.cast<number | null>('l.max_depth_m', 'float8'),
          }).as('dive'),
        )
        .orderBy('l.dive_date', 'desc')
        .orderBy('l.id', 'desc')
        .limit(1)
        .as('last'),
    ])
    .orderBy('k.affiliate_id');
});

/** The number of recent dives in the depth strip above the list. */
const depthStripDives = 40;

export const typedMaxDepth = sql<TypedMeasure[]>`jsonb_path_query_array(typed, '$[*] ? (@.field == "max_depth")')`;

/** Reads only columns of the list's index. */
export const findTotals = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .with('mine', (db) =>
      db
        .selectFrom('dive_log')
        .select(['id', 'log_type', 'status', 'dive_date', 'max_depth_m', 'bottom_time_min', 'typed'])
        .where('affiliate_id', '=', p.affiliateId)
        .where('deleted_at', 'is', null),
    )
    .with(
      (cte) => cte('dived').materialized(),
      (db) => db.selectFrom('mine').selectAll().where('status', '<>', 'Draft'),
    )
    .with('deepest', (db) =>
      db
        .selectFrom('dived')
        .select(['max_depth_m', 'typed'])
        .where('max_depth_m', 'is not', null)
        .orderBy('max_depth_m', 'desc')
        .orderBy('dive_date', 'desc')
        .orderBy('id', 'desc')
        .limit(1),
    )
    .with('hanging', (db) =>
      db
        .selectFrom('dived')
        .select(['id', 'dive_date', 'max_depth_m'])
        // Imported dives may lack it.
        .where('max_depth_m', 'is not', null)
        .orderBy('dive_date', 'desc')
        .orderBy('id', 'desc')
        .limit(depthStripDives),
    )
    .selectFrom('dived')
    .select((eb) => [
      eb.fn.countAll<number>().as('dives'),
      eb.fn.countAll<number>().filterWhere('log_type', '=', 'Training').as('training'),
      eb.fn.countAll<number>().filterWhere('log_type', '=', 'Recreational').as('recreational'),
      eb
        .selectFrom('mine')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('status', '=', 'Draft')
        .$asScalar()
        .$notNull()
        .as('drafts'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'Pending').as('pending'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'Returned').as('returned'),
      sql<number>`coalesce(sum(bottom_time_min), 0)::int`.as('bottom_time'),
      eb
        .selectFrom('deepest')
        .select((eb) => eb.cast<number>('max_depth_m', 'float8').as('max_depth'))
        .as('max_depth'),
      eb.fn
        .coalesce(eb.selectFrom('deepest').select(typedMaxDepth.as('typed')), sql<TypedMeasure[]>`'[]'`)
        .as('max_depth_typed'),
      eb.fn.max('dive_date').as('last_dive_date'),
      jsonArrayFrom(
        eb
          .selectFrom('dived')
          .select((eb) => [
            sql<number>`extract(year from dive_date)::int`.as('year'),
            eb.fn.countAll<number>().as('dives'),
            sql<number>`coalesce(sum(bottom_time_min), 0)::int`.as('minutes'),
          ])
          .groupBy('year')
          .orderBy('year', 'desc'),
      ).as('years'),
      jsonArrayFrom(
        eb
          .selectFrom('hanging')
          .select((eb) => [
            eb.cast<string>('hanging.id', 'text').as('id'),
            eb.ref('hanging.dive_date').$notNull().as('dive_date'),
            // A number in JSON.
            eb.ref('hanging.max_depth_m').$castTo<number>().as('max_depth'),
          ])
          .orderBy('hanging.dive_date')
          .orderBy('hanging.id'),
      ).as('depths'),
    ]),
);

interface SiteSearch {
  affiliateId: number;
  search: string;
  /** Sorts after every text that starts with the search text. */
  end: string;
  pattern: string;
}

/**
 * Prefix matches come before other matches, and own sites before shared ones; later parts are skipped once there are
 * enough rows. Returns JSON text. SQL, because the builder has neither a first union part in parentheses nor `order by … using`, which
 * the index for prefixes needs.
 */
const buildSitesQuery = (contains: (p: Params<SiteSearch>) => RawBuilder<boolean>) =>
  rawQuery(
    { sites: notNull(text) },
    (p: Params<SiteSearch>) => sql`
      select coalesce(json_agg(found), '[]')::text as sites from (select id, name from (
        (select 'own-' || id as id, name from own_dive_site
          where affiliate_id = ${p.affiliateId} and starts_with(search_name, ${p.search}) order by search_name limit 20)
        union all
        (select id::text, name from dive_site where search_name ~>=~ ${p.search} and search_name ~<~ ${p.end}
          order by search_name using ~<~ limit 20)
        union all
        (select 'own-' || id, name from own_dive_site
          where affiliate_id = ${p.affiliateId} and strpos(search_name, ${p.search}) > 1 order by search_name limit 20)
        union all
        (select id::text, name from dive_site
          where ${contains(p)} and not starts_with(search_name, ${p.search}) limit 20)
      ) parts limit 20) found`,
  );

export const listSites = buildSitesQuery((p) => sql`search_name like ${p.pattern}`);
/** One or two letters have no trigrams for the index. */
export const listSitesByShortText = buildSitesQuery((p) => sql`strpos(search_name, ${p.search}) > 1`);
