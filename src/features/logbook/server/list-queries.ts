import { sql, type QueryCreator } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { queryBy, type Params } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { toLikePatterns } from '#platform/shared/search-text.ts';
import type { LogbookYear, LogFilter } from '#features/logbook/shared/contract.ts';
import type { LogStatus, LogType } from '#features/logbook/shared/enums.ts';

/** The filters in use; their values are parameters. */
export interface ListShape {
  hasType: boolean;
  hasStatus: boolean;
  isWithoutDrafts: boolean;
  hasSearch: boolean;
}
export interface ListValues {
  affiliateId: number;
  logType: LogType | null;
  status: LogStatus | null;
  patterns: readonly string[];
}

export const wholeList: ListShape = { hasType: false, hasStatus: false, isWithoutDrafts: false, hasSearch: false };
export const everyFilter: ListShape = { hasType: true, hasStatus: true, isWithoutDrafts: true, hasSearch: true };

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

export const selectFiltered = (db: QueryCreator<Tables>, p: Params<ListValues>, shape: ListShape) =>
  db
    .selectFrom('dive_log as l')
    .where('l.affiliate_id', '=', p.affiliateId)
    .where('l.deleted_at', 'is', null)
    .$if(shape.hasType, (logs) => logs.where('l.log_type', '=', p.logType.$notNull()))
    .$if(shape.hasStatus, (logs) => logs.where('l.status', '=', p.status.$notNull()))
    .$if(shape.isWithoutDrafts, (logs) => logs.where('l.status', '<>', 'Draft'))
    .$if(shape.hasSearch, (logs) => logs.where(sql<boolean>`l.search_text like all (${p.patterns}::text[])`));

const countFiltered = queryBy(
  (db, p: Params<ListValues>, shape: ListShape) =>
    selectFiltered(db, p, shape).select((eb) => eb.fn.countAll<number>().as('value')),
  [wholeList, everyFilter],
);

const sumMinutes = sql<number>`coalesce(sum(l.bottom_time_min), 0)::int`;

const sumFilteredBottomTime = queryBy(
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

export async function countLogs(db: Db, affiliateId: number, filter: LogFilter): Promise<number> {
  const { shape, values } = parseFilter(affiliateId, filter);
  return Number(await countFiltered(shape).firstText(db, values));
}

export async function sumBottomTime(db: Db, affiliateId: number, filter: LogFilter): Promise<number> {
  const { shape, values } = parseFilter(affiliateId, filter);
  return Number(await sumFilteredBottomTime(shape).firstText(db, values));
}

export function listYears(db: Db, affiliateId: number, filter: LogFilter): Promise<LogbookYear[]> {
  const { shape, values } = parseFilter(affiliateId, filter);
  return listFilteredYears(shape)(db, values);
}
