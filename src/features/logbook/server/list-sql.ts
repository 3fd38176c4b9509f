import { statement } from '../../../platform/server/db.ts';
import { patternsOf } from '../../../platform/shared/searchable.ts';
import type { DiveLogPage, LogbookYear, LogFilter } from '../shared/contract.ts';
import type { SortOption } from '../shared/enums.ts';

/** By the columns themselves, since the id goes out as text. By date it is the order of the index, or that backwards. */
const orders: Record<SortOption, string> = {
  dive_date_desc: 'l.dive_date desc, l.id desc',
  dive_date_asc: 'l.dive_date, l.id',
  max_depth_desc: 'l.max_depth_m desc nulls last, l.dive_date desc, l.id desc',
  max_depth_asc: 'l.max_depth_m nulls last, l.dive_date, l.id',
  bottom_time_desc: 'l.bottom_time_min desc nulls last, l.dive_date desc, l.id desc',
  bottom_time_asc: 'l.bottom_time_min nulls last, l.dive_date, l.id',
};

/** Which of the filters are there; their values are parameters. */
type Shape = [hasType: boolean, hasStatus: boolean, isWithoutDrafts: boolean, hasSearch: boolean];
type Values = [affiliateId: number, type: string | null, status: string | null, patterns: string[]];

function readFilter(affiliateId: number, { log_type, status, drafts, search }: LogFilter): [Shape, Values] {
  const patterns = search ? patternsOf(search) : [];
  return [
    [(log_type ?? null) !== null, (status ?? null) !== null, drafts === false, patterns.length > 0],
    [affiliateId, log_type ?? null, status ?? null, patterns],
  ];
}

// A parameter that a shape has no use for is named all the same: PostgreSQL has to know its type.
const whereOf = ([hasType, hasStatus, isWithoutDrafts, hasSearch]: Shape) =>
  `affiliate_id = $1 and deleted_at is null and ${hasType ? 'log_type = $2' : '$2::text is null'}
    and ${hasStatus ? 'status = $3' : '$3::text is null'} ${isWithoutDrafts ? "and status <> 'Draft'" : ''}
    and ${hasSearch ? 'search_text like all ($4::text[])' : '$4::text[] is not null'}`;

/**
 * A page with the number of all, in one statement. Its size is written into it: a page of any size would be planned
 * anew each time, which takes longer than to read it. Why a dive was returned is not in the index, and few were.
 */
export const pageText = (shape: Shape, sort: SortOption, size: number, isFirst: boolean) => `
  with page as (
    select id::text as id, log_type, log_course, log_number, dive_number, dive_title, dive_date, dive_location, status,
      version, adventure_dive, typed, max_depth_m as max_depth, bottom_time_min as bottom_time,
      bottom_water_temp_c as bottom_water_temp,
      case when status = 'Returned' then (select r.returned_reason from dive_log r
        where r.affiliate_id = l.affiliate_id and r.id = l.id) end as returned_reason,
      case when status = 'Returned' then (select r.returned_name from dive_log r
        where r.affiliate_id = l.affiliate_id and r.id = l.id) end as returned_name
    from dive_log l where ${whereOf(shape)}
    order by ${orders[sort]} limit ${size} ${isFirst ? '' : 'offset $5'}
  )
  select (select count(*)::int from dive_log where ${whereOf(shape)}) as total,
    coalesce((select json_agg(page) from page), '[]') as items`;

export const countText = (shape: Shape) => `select count(*)::int as value from dive_log where ${whereOf(shape)}`;
export const sumText = (shape: Shape) =>
  `select coalesce(sum(bottom_time_min), 0)::int as value from dive_log where ${whereOf(shape)}`;

const yearsText = (shape: Shape) => `
  select extract(year from dive_date)::int as year, count(*)::int as dives, coalesce(sum(bottom_time_min), 0)::int as minutes
  from dive_log where ${whereOf(shape)} and dive_date is not null group by 1 order by 1 desc`;

/** One prepared statement for each shape that is asked for. */
function keep<Given extends readonly unknown[], Made>(make: (...given: Given) => Made): (...given: Given) => Made {
  const kept = new Map<string, Made>();
  return (...given) => {
    const key = JSON.stringify(given);
    let made = kept.get(key);
    if (made === undefined) kept.set(key, (made = make(...given)));
    return made;
  };
}

const firstPageOf = keep((shape: Shape, sort: SortOption, size: number) =>
  statement<DiveLogPage, Values>(pageText(shape, sort, size, true)),
);
const pageOf = keep((shape: Shape, sort: SortOption, size: number) =>
  statement<DiveLogPage, [...Values, offset: number]>(pageText(shape, sort, size, false)),
);
const countOf = keep((shape: Shape) => statement<{ value: number }, Values>(countText(shape)));
const sumOf = keep((shape: Shape) => statement<{ value: number }, Values>(sumText(shape)));
const yearsOf = keep((shape: Shape) => statement<LogbookYear, Values>(yearsText(shape)));

type Db = Parameters<ReturnType<typeof countOf>>[0];

interface Wanted {
  filter: LogFilter;
  sort: SortOption;
  size: number;
  offset: number;
}

export async function readPage(db: Db, affiliateId: number, wanted: Wanted): Promise<DiveLogPage> {
  const { filter, sort, size, offset } = wanted;
  const [shape, values] = readFilter(affiliateId, filter);
  const [page] =
    offset === 0
      ? await firstPageOf(shape, sort, size)(db, ...values)
      : await pageOf(shape, sort, size)(db, ...values, offset);
  return page ?? { items: [], total: 0 };
}

export async function countLogs(db: Db, affiliateId: number, filter: LogFilter): Promise<number> {
  const [shape, values] = readFilter(affiliateId, filter);
  const [row] = await countOf(shape)(db, ...values);
  return row?.value ?? 0;
}

export async function sumBottomTime(db: Db, affiliateId: number, filter: LogFilter): Promise<number> {
  const [shape, values] = readFilter(affiliateId, filter);
  const [row] = await sumOf(shape)(db, ...values);
  return row?.value ?? 0;
}

export function listYears(db: Db, affiliateId: number, filter: LogFilter): Promise<LogbookYear[]> {
  const [shape, values] = readFilter(affiliateId, filter);
  return yearsOf(shape)(db, ...values);
}
