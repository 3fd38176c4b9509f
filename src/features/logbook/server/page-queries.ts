import { sql, type QueryCreator, type RawBuilder } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { jsonObject, selectJsonColumns, type JsonColumns, type Selection } from '#platform/server/db/json-columns.ts';
import { queryBy, type Params } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { DiveLogRow, type DiveLogPage, type LogFilter } from '#features/logbook/shared/contract.ts';
import { sortOptions, type SortOption } from '#features/logbook/shared/enums.ts';
import {
  everyFilter,
  parseFilter,
  selectFiltered,
  wholeList,
  type ListShape,
  type ListValues,
} from './list-queries.ts';
import { firstDiveNumber, sharedColumns } from './logs/log-json.ts';

/** All orders end with date and id. Those by date follow the index, forward or backward. */
const sortOrders = {
  dive_date_desc: { column: null, direction: 'desc' },
  dive_date_asc: { column: null, direction: 'asc' },
  max_depth_desc: { column: 'l.max_depth_m', direction: 'desc' },
  max_depth_asc: { column: 'l.max_depth_m', direction: 'asc' },
  bottom_time_desc: { column: 'l.bottom_time_min', direction: 'desc' },
  bottom_time_asc: { column: 'l.bottom_time_min', direction: 'asc' },
} as const satisfies Record<SortOption, object>;

/** The return reason isn't in the index, but few dives have one. */
const returned = (column: 'returned_reason' | 'returned_name') =>
  sql`case when l.status = 'Returned' then (
    select ${sql.ref(`r.${column}`)} from dive_log as r where r.affiliate_id = l.affiliate_id and r.id = l.id) end`;

/** The number is added to the rows of the page. */
const rowColumns: JsonColumns<Omit<DiveLogRow, 'dive_number'>> = {
  ...sharedColumns,
  max_depth: sql.ref('l.max_depth_m'),
  bottom_time: sql.ref('l.bottom_time_min'),
  bottom_water_temp: sql.ref('l.bottom_water_temp_c'),
  returned_reason: returned('returned_reason'),
  returned_name: returned('returned_name'),
};

/** Counts dives once for the whole page: those before its first day, and those between its first and its last day. */
const selectNumbers = (affiliateId: RawBuilder<number>) => sql`
  select n.id, ${firstDiveNumber(affiliateId)} - 1 + first.number + row_number() over (order by n.dive_date, n.id) as dive_number
  from (select min(page_date) as day, max(page_date) as last_day from page) as span
  cross join lateral (select count(*) as number from dive_log as e where e.affiliate_id = ${affiliateId}
    and e.deleted_at is null and e.status <> 'Draft' and e.dive_date < span.day) as first
  join dive_log as n on n.affiliate_id = ${affiliateId} and n.deleted_at is null and n.status <> 'Draft'
    and n.dive_date between span.day and span.last_day`;

/** Their statements have the size as a literal, so that PostgreSQL keeps the plan. */
const usualSizes: ReadonlySet<number> = new Set([20, 50]);

interface PageShape extends ListShape {
  sort: SortOption;
  /** Null for an unusual size. Each would otherwise be a statement of its own, which the portal and PostgreSQL store. */
  size: number | null;
  isFirst: boolean;
  selection: Selection | null;
}
type PageValues = ListValues & { size: number; offset: number };

/** The rows of a page as a list in JSON. */
function buildItems(
  db: QueryCreator<Tables>,
  p: Params<PageValues>,
  { sort, size, isFirst, ...shape }: PageShape,
  selection: Selection | null,
): RawBuilder<unknown> | null {
  const fields = selection ?? Object.keys(DiveLogRow.shape).map((name) => ({ name, key: name, fields: null }));
  const isNumber = ({ name }: { name: string }) => name === 'dive_number';
  const columns = selectJsonColumns(
    rowColumns,
    fields.filter((field) => !isNumber(field)),
  );
  if (columns === null) return null;
  const { column, direction } = sortOrders[sort];
  // Sorts by the table's id, because the selected one is text.
  const page = selectFiltered(db, p, shape)
    .select(columns)
    .$if(column !== null, (logs) => logs.orderBy(column ?? 'l.id', (order) => order[direction]().nullsLast()))
    .orderBy('l.dive_date', direction)
    .orderBy('l.id', direction)
    .limit(size ?? p.size)
    .$if(!isFirst, (logs) => logs.offset(p.offset));
  if (!fields.some(isNumber)) return sql`(select coalesce(json_agg(page), '[]') from ${page.as('page')})`;
  const sortColumn = column === null ? sql`null` : sql.ref(column);
  const placed = page.select([
    sql.ref('l.id').as('page_id'),
    sql.ref('l.dive_date').as('page_date'),
    sortColumn.as('page_sort'),
  ]);
  const shown = fields.map((field) =>
    isNumber(field) ? sql`numbers.dive_number as ${sql.id(field.key)}` : sql.ref(`page.${field.key}`),
  );
  const order = sql.raw(direction);
  return sql`(with page as (${placed}), numbers as (${selectNumbers(p.affiliateId)})
    select coalesce(json_agg(item), '[]') from (select ${sql.join(shown)} from page
      left join numbers on numbers.id = page.page_id
      order by page_sort ${order} nulls last, page_date ${order}, page_id ${order}) as item)`;
}

/** A page and its total in one statement, as JSON text. */
export const findPageJson = queryBy(
  (db, p: Params<PageValues>, shape: PageShape) => {
    const page: JsonColumns<DiveLogPage> = {
      items: (fields) => buildItems(db, p, shape, fields),
      total: selectFiltered(db, p, shape).select((eb) => eb.fn.countAll<number>().as('total')),
    };
    const columns = selectJsonColumns(page, shape.selection);
    if (columns === null) throw new Error('the selection of the page has no SQL');
    return db.selectFrom(db.selectNoFrom(columns).as('page')).select(sql<string>`row_to_json(page)::text`.as('json'));
  },
  sortOptions.flatMap((sort) => [
    { ...wholeList, sort, size: 50, isFirst: true, selection: null },
    { ...everyFilter, sort, size: 50, isFirst: false, selection: null },
    { ...everyFilter, sort, size: null, isFirst: false, selection: null },
  ]),
);

interface PageRequest {
  filter: LogFilter;
  sort: SortOption;
  size: number;
  offset: number;
}

const knownFields = {
  items: jsonObject<DiveLogRow>({ ...rowColumns, dive_number: sql`0` }),
  total: sql`0`,
};

export function canSelectPage(selection: Selection): boolean {
  return selectJsonColumns(knownFields, selection) !== null;
}

/** Our own pages use a few of the hundreds of combinations of sorting and filters. */
const maxFinders = 50;

/** Reads pages with the selected fields, as JSON text. */
export function createPageReader(selection: Selection | null) {
  const finders = new Map<string, ReturnType<typeof findPageJson>>();
  return async (db: Db, affiliateId: number, { filter, sort, size, offset }: PageRequest): Promise<string> => {
    const { shape, values } = parseFilter(affiliateId, filter);
    const isFirst = offset === 0;
    const { hasType, hasStatus, isWithoutDrafts, hasSearch } = shape;
    const usualSize = usualSizes.has(size) ? size : null;
    const name = `${sort} ${usualSize} ${isFirst} ${hasType} ${hasStatus} ${isWithoutDrafts} ${hasSearch}`;
    let find = finders.get(name);
    if (find === undefined) {
      if (finders.size >= maxFinders) finders.clear();
      find = findPageJson({ ...shape, sort, size: usualSize, isFirst, selection });
      finders.set(name, find);
    }
    const page = await find.firstText(db, { ...values, size, offset });
    if (page === null) throw new Error('the logbook page query returned no row');
    return page;
  };
}
