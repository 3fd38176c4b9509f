import { statement } from '#platform/server/db/database.ts';
import { toLikePatterns } from '#platform/shared/search-text.ts';
import type { DiveLogPage, LogbookYear, LogFilter } from '#features/logbook/shared/contract.ts';
import type { SortOption } from '#features/logbook/shared/enums.ts';

/** Sorts by the columns, because the selected id is text. Date orders follow the index, forward or backward. */
const orderBy: Record<SortOption, string> = {
  dive_date_desc: 'l.dive_date desc, l.id desc',
  dive_date_asc: 'l.dive_date, l.id',
  max_depth_desc: 'l.max_depth_m desc nulls last, l.dive_date desc, l.id desc',
  max_depth_asc: 'l.max_depth_m nulls last, l.dive_date, l.id',
  bottom_time_desc: 'l.bottom_time_min desc nulls last, l.dive_date desc, l.id desc',
  bottom_time_asc: 'l.bottom_time_min nulls last, l.dive_date, l.id',
};

/** The filters present in a query; their values are parameters. */
type QueryShape = [hasType: boolean, hasStatus: boolean, isWithoutDrafts: boolean, hasSearch: boolean];
type QueryValues = [affiliateId: number, type: string | null, status: string | null, patterns: string[]];

function parseFilter(affiliateId: number, { log_type, status, drafts, search }: LogFilter): [QueryShape, QueryValues] {
  const patterns = search ? toLikePatterns(search) : [];
  return [
    [(log_type ?? null) !== null, (status ?? null) !== null, drafts === false, patterns.length > 0],
    [affiliateId, log_type ?? null, status ?? null, patterns],
  ];
}

// Unused parameters are still mentioned, because PostgreSQL must know their types.
const buildWhere = ([hasType, hasStatus, isWithoutDrafts, hasSearch]: QueryShape) =>
  `affiliate_id = $1 and deleted_at is null and ${hasType ? 'log_type = $2' : '$2::text is null'}
    and ${hasStatus ? 'status = $3' : '$3::text is null'} ${isWithoutDrafts ? "and status <> 'Draft'" : ''}
    and ${hasSearch ? 'search_text like all ($4::text[])' : '$4::text[] is not null'}`;

/**
 * Builds one statement for a page and its total. The page size is a literal, so the plan can be cached: planning
 * would take longer than reading. The return reason isn't in the index, but few dives have one.
 */
export const buildPageQuery = (shape: QueryShape, sort: SortOption, size: number, isFirst: boolean) => `
  with page as (
    select id::text as id, log_type, log_course, log_number, dive_number, dive_title, dive_date, dive_location, status,
      version, adventure_dive, typed, max_depth_m as max_depth, bottom_time_min as bottom_time,
      bottom_water_temp_c as bottom_water_temp,
      case when status = 'Returned' then (select r.returned_reason from dive_log r
        where r.affiliate_id = l.affiliate_id and r.id = l.id) end as returned_reason,
      case when status = 'Returned' then (select r.returned_name from dive_log r
        where r.affiliate_id = l.affiliate_id and r.id = l.id) end as returned_name
    from dive_log l where ${buildWhere(shape)}
    order by ${orderBy[sort]} limit ${size} ${isFirst ? '' : 'offset $5'}
  )
  select (select count(*)::int from dive_log where ${buildWhere(shape)}) as total,
    coalesce((select json_agg(page) from page), '[]') as items`;

export const buildCountQuery = (shape: QueryShape) =>
  `select count(*)::int as value from dive_log where ${buildWhere(shape)}`;
export const buildSumQuery = (shape: QueryShape) =>
  `select coalesce(sum(bottom_time_min), 0)::int as value from dive_log where ${buildWhere(shape)}`;

const buildYearsQuery = (shape: QueryShape) => `
  select extract(year from dive_date)::int as year, count(*)::int as dives, coalesce(sum(bottom_time_min), 0)::int as minutes
  from dive_log where ${buildWhere(shape)} and dive_date is not null group by 1 order by 1 desc`;

/** Creates one prepared statement per shape. */
function memoize<Args extends readonly unknown[], Result>(
  create: (...args: Args) => Result,
): (...args: Args) => Result {
  const results = new Map<string, Result>();
  return (...args) => {
    const key = JSON.stringify(args);
    let result = results.get(key);
    if (result === undefined) results.set(key, (result = create(...args)));
    return result;
  };
}

const getFirstPageStatement = memoize((shape: QueryShape, sort: SortOption, size: number) =>
  statement<DiveLogPage, QueryValues>(buildPageQuery(shape, sort, size, true)),
);
const getPageStatement = memoize((shape: QueryShape, sort: SortOption, size: number) =>
  statement<DiveLogPage, [...QueryValues, offset: number]>(buildPageQuery(shape, sort, size, false)),
);
const getCountStatement = memoize((shape: QueryShape) =>
  statement<{ value: number }, QueryValues>(buildCountQuery(shape)),
);
const getSumStatement = memoize((shape: QueryShape) => statement<{ value: number }, QueryValues>(buildSumQuery(shape)));
const getYearsStatement = memoize((shape: QueryShape) => statement<LogbookYear, QueryValues>(buildYearsQuery(shape)));

type Db = Parameters<ReturnType<typeof getCountStatement>>[0];

interface PageRequest {
  filter: LogFilter;
  sort: SortOption;
  size: number;
  offset: number;
}

export async function readPage(db: Db, affiliateId: number, request: PageRequest): Promise<DiveLogPage> {
  const { filter, sort, size, offset } = request;
  const [shape, values] = parseFilter(affiliateId, filter);
  const [page] =
    offset === 0
      ? await getFirstPageStatement(shape, sort, size)(db, ...values)
      : await getPageStatement(shape, sort, size)(db, ...values, offset);
  return page ?? { items: [], total: 0 };
}

export async function countLogs(db: Db, affiliateId: number, filter: LogFilter): Promise<number> {
  const [shape, values] = parseFilter(affiliateId, filter);
  const [row] = await getCountStatement(shape)(db, ...values);
  return row?.value ?? 0;
}

export async function sumBottomTime(db: Db, affiliateId: number, filter: LogFilter): Promise<number> {
  const [shape, values] = parseFilter(affiliateId, filter);
  const [row] = await getSumStatement(shape)(db, ...values);
  return row?.value ?? 0;
}

export function listYears(db: Db, affiliateId: number, filter: LogFilter): Promise<LogbookYear[]> {
  const [shape, values] = parseFilter(affiliateId, filter);
  return getYearsStatement(shape)(db, ...values);
}
