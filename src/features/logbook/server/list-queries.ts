import { sql, type QueryCreator } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#platform/server/db/database.ts';
import { queryBy, type Params } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { toLikePatterns } from '#platform/shared/search-text.ts';
import type { DiveLogPage, LogbookYear, LogFilter } from '#features/logbook/shared/contract.ts';
import { sortOptions, type LogStatus, type LogType, type SortOption } from '#features/logbook/shared/enums.ts';

/** The filters in use; their values are parameters. */
interface ListShape {
  hasType: boolean;
  hasStatus: boolean;
  isWithoutDrafts: boolean;
  hasSearch: boolean;
}
interface ListValues {
  affiliateId: number;
  logType: LogType | null;
  status: LogStatus | null;
  patterns: readonly string[];
}

export const wholeList: ListShape = { hasType: false, hasStatus: false, isWithoutDrafts: false, hasSearch: false };
const everyFilter: ListShape = { hasType: true, hasStatus: true, isWithoutDrafts: true, hasSearch: true };

export function parseFilter(affiliateId: number, filter: LogFilter): { shape: ListShape; values: ListValues } {
  const { log_type: logType = null, status = null, drafts, search } = filter;
  const patterns = search ? toLikePatterns(search) : [];
  return {
    shape: {
      hasType: logType !== null,
      hasStatus: status !== null,
      isWithoutDrafts: drafts === false,
      hasSearch: patterns.length > 0,
    },
    values: { affiliateId, logType, status, patterns },
  };
}

const selectFiltered = (db: QueryCreator<Tables>, p: Params<ListValues>, shape: ListShape) =>
  db
    .selectFrom('dive_log as l')
    .where('l.affiliate_id', '=', p.affiliateId)
    .where('l.deleted_at', 'is', null)
    .$if(shape.hasType, (logs) => logs.where('l.log_type', '=', p.logType.$notNull()))
    .$if(shape.hasStatus, (logs) => logs.where('l.status', '=', p.status.$notNull()))
    .$if(shape.isWithoutDrafts, (logs) => logs.where('l.status', '<>', 'Draft'))
    .$if(shape.hasSearch, (logs) => logs.where(sql<boolean>`l.search_text like all (${p.patterns}::text[])`));

/** All orders end with date and id. Those by date follow the index, forward or backward. */
const sortOrders = {
  dive_date_desc: { column: null, direction: 'desc' },
  dive_date_asc: { column: null, direction: 'asc' },
  max_depth_desc: { column: 'l.max_depth_m', direction: 'desc' },
  max_depth_asc: { column: 'l.max_depth_m', direction: 'asc' },
  bottom_time_desc: { column: 'l.bottom_time_min', direction: 'desc' },
  bottom_time_asc: { column: 'l.bottom_time_min', direction: 'asc' },
} as const satisfies Record<SortOption, object>;

interface PageShape extends ListShape {
  sort: SortOption;
  size: number;
  isFirst: boolean;
}

/**
 * A page and its total in one statement. The page size is a literal, so the plan can be cached: planning would take
 * longer than reading. The return reason isn't in the index, but few dives have one.
 */
export const findPage = queryBy(
  (db, p: Params<ListValues & { offset: number }>, { sort, size, isFirst, ...shape }: PageShape) =>
    db
      .with('page', (db) => {
        const returned = db
          .selectFrom('dive_log as r')
          .whereRef('r.affiliate_id', '=', sql.ref('l.affiliate_id'))
          .whereRef('r.id', '=', sql.ref('l.id'));
        const { column, direction } = sortOrders[sort];
        // Sorts by the table's id, because the selected one is text.
        return selectFiltered(db, p, shape)
          .select((eb) => [
            eb.cast<string>('l.id', 'text').as('id'),
            'l.log_type',
            'l.log_course',
            'l.log_number',
            'l.dive_number',
            'l.dive_title',
            'l.dive_date',
            'l.dive_location',
            'l.status',
            'l.version',
            'l.adventure_dive',
            'l.typed',
            // Numbers in JSON.
            eb.ref('l.max_depth_m').$castTo<number | null>().as('max_depth'),
            'l.bottom_time_min as bottom_time',
            eb.ref('l.bottom_water_temp_c').$castTo<number | null>().as('bottom_water_temp'),
            eb
              .case()
              .when('l.status', '=', 'Returned')
              .then(returned.select('r.returned_reason'))
              .end()
              .as('returned_reason'),
            eb
              .case()
              .when('l.status', '=', 'Returned')
              .then(returned.select('r.returned_name'))
              .end()
              .as('returned_name'),
          ])
          .$if(column !== null, (logs) => logs.orderBy(column ?? 'l.id', (order) => order[direction]().nullsLast()))
          .orderBy('l.dive_date', direction)
          .orderBy('l.id', direction)
          .limit(size)
          .$if(!isFirst, (logs) => logs.offset(p.offset));
      })
      .selectNoFrom((eb) => [
        selectFiltered(db, p, shape)
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .$asScalar()
          .$notNull()
          .as('total'),
        jsonArrayFrom(eb.selectFrom('page').selectAll()).as('items'),
      ]),
  sortOptions.flatMap((sort) => [
    { ...wholeList, sort, size: 50, isFirst: true },
    { ...everyFilter, sort, size: 50, isFirst: false },
  ]),
);

export const countFiltered = queryBy(
  (db, p: Params<ListValues>, shape: ListShape) =>
    selectFiltered(db, p, shape).select((eb) => eb.fn.countAll<number>().as('value')),
  [wholeList, everyFilter],
);

const sumMinutes = sql<number>`coalesce(sum(l.bottom_time_min), 0)::int`;

export const sumFilteredBottomTime = queryBy(
  (db, p: Params<ListValues>, shape: ListShape) => selectFiltered(db, p, shape).select(sumMinutes.as('value')),
  [wholeList, everyFilter],
);

const listFilteredYears = queryBy(
  (db, p: Params<ListValues>, shape: ListShape) =>
    selectFiltered(db, p, shape)
      .select((eb) => [
        sql<number>`extract(year from l.dive_date)::int`.as('year'),
        eb.fn.countAll<number>().as('dives'),
        sumMinutes.as('minutes'),
      ])
      .where('l.dive_date', 'is not', null)
      .groupBy('year')
      .orderBy('year', 'desc'),
  [wholeList, everyFilter],
);

interface PageRequest {
  filter: LogFilter;
  sort: SortOption;
  size: number;
  offset: number;
}

export async function readPage(db: Db, affiliateId: number, request: PageRequest): Promise<DiveLogPage> {
  const { filter, sort, size, offset } = request;
  const { shape, values } = parseFilter(affiliateId, filter);
  const page = await findPage({ ...shape, sort, size, isFirst: offset === 0 }).first(db, { ...values, offset });
  return page ?? { items: [], total: 0 };
}

export async function countLogs(db: Db, affiliateId: number, filter: LogFilter): Promise<number> {
  const { shape, values } = parseFilter(affiliateId, filter);
  return (await countFiltered(shape).first(db, values))?.value ?? 0;
}

export async function sumBottomTime(db: Db, affiliateId: number, filter: LogFilter): Promise<number> {
  const { shape, values } = parseFilter(affiliateId, filter);
  return (await sumFilteredBottomTime(shape).first(db, values))?.value ?? 0;
}

export function listYears(db: Db, affiliateId: number, filter: LogFilter): Promise<LogbookYear[]> {
  const { shape, values } = parseFilter(affiliateId, filter);
  return listFilteredYears(shape)(db, values);
}
