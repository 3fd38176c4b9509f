import { isoTimestampSql } from '#platform/server/db/iso-timestamp-sql.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { toLikePatterns } from '#platform/shared/search-text.ts';
import { shortNameSql } from '#features/account/server/public.ts';
import { type DeskQueue, pageSize } from '#features/applications/shared/contract.ts';
import type { Facts } from '#features/applications/shared/requirements.ts';
import type { ApplicationState } from '#features/applications/shared/steps.ts';

export interface ListedRow {
  id: number;
  typeId: number;
  state: ApplicationState;
  version: number;
  applicantId: number;
  applicantName: string;
  instructorName: string | null;
  memberNumber: number | null;
  storeName: string | null;
  storeNumber: number | null;
  /** Empty until the facts are stored for the first time. */
  facts: Facts | Record<string, never>;
  stateDate: string;
}

/**
 * Selects the rows and their order. States are literals in the SQL, so the planner can use each queue's partial index.
 */
interface QueryShape {
  of: 'instructor_id' | 'store_id' | null;
  states: readonly ApplicationState[] | null;
  isOldestFirst: boolean;
  hasSearch: boolean;
}

const peopleJoins = `join person p on p.affiliate_id = a.affiliate_id left join person i on i.affiliate_id = a.instructor_id
  left join person s on s.affiliate_id = a.store_id`;
const listColumns = `a.id, a.type_id as "typeId", a.state, a.version, a.affiliate_id as "applicantId",
  ${shortNameSql('p')} as "applicantName", nullif(${shortNameSql('i')}, '') as "instructorName",
  i.member_number as "memberNumber", nullif(${shortNameSql('s')}, '') as "storeName", s.store_number as "storeNumber",
  a.facts, ${isoTimestampSql('a.state_at')} as "stateDate"`;

const buildWhere = ({ of, states, hasSearch }: QueryShape) =>
  [
    states === null ? `a.state <> 'Draft'` : `a.state in (${states.map((state) => `'${state}'`).join(', ')})`,
    of === null ? '$2::bigint is null' : `a.${of} = $2 and $2 <> all (a.unseen_by)`,
    // The first pattern uses the index; the others filter its matches.
    hasSearch
      ? 'a.search_text like $3 and a.search_text like all ($4::text[])'
      : '$3::text is null and $4::text[] is null',
  ].join(' and ');

/**
 * Builds one statement for a page and its total. The usual page size is a literal, so the plan can be cached. A
 * search runs once, and names are joined for the rows of the page only.
 */
export function buildPageQuery(shape: QueryShape, size: number): string {
  const order = shape.isOldestFirst ? 'a.state_at, a.id' : 'a.state_at desc, a.id desc';
  const limit = size === pageSize ? `limit ${pageSize} offset $1` : 'limit $5 offset $1';
  const found = `select a.affiliate_id, a.id, a.state_at from application a where ${buildWhere(shape)}`;
  const items = `
    select coalesce(json_agg(row_to_json(item)), '[]') from (
      select ${listColumns} from page join application a using (affiliate_id, id) ${peopleJoins} order by ${order}) item`;
  return shape.hasSearch
    ? `
  with found as materialized (${found}), page as (select a.* from found a order by ${order} ${limit})
  select (select count(*)::int from found) as total, (${items}) as items`
    : `
  with page as (${found} order by ${order} ${limit})
  select (select count(*)::int from application a where ${buildWhere(shape)}) as total, (${items}) as items`;
}

export interface ListPage {
  total: number;
  items: ListedRow[];
}
export interface Paging {
  page: number;
  size: number;
  search: string;
}

const statements = new Map<string, ReturnType<typeof statement<ListPage, unknown[]>>>();

async function readPage(db: Db, shape: QueryShape, person: number | null, paging: Paging): Promise<ListPage> {
  const text = buildPageQuery(shape, paging.size);
  const options = { isReplanned: shape.hasSearch };
  const known = statements.get(text) ?? statement<ListPage, unknown[]>(text, options);
  statements.set(text, known);
  const [answer] = await known(db, ...buildPageValues(person, paging));
  return answer ?? { total: 0, items: [] };
}

/** The longest word is the most selective, so it goes first. */
export function buildPageValues(person: number | null, { page, size, search }: Paging): unknown[] {
  const [longest = null, ...others] = toLikePatterns(search).toSorted((one, other) => other.length - one.length);
  const values = [(page - 1) * size, person, longest, longest === null ? null : others];
  return size === pageSize ? values : [...values, size];
}

const queues: Record<DeskQueue, { states: readonly ApplicationState[]; isOldestFirst: boolean }> = {
  waiting: { states: ['SubmittedToAssociation'], isOldestFirst: true },
  payment: { states: ['PaymentDue'], isOldestFirst: true },
  returned: { states: ['Returned'], isOldestFirst: true },
  done: { states: ['Completed', 'Rejected'], isOldestFirst: false },
};

export function getQueueShape(queue: DeskQueue, search: string): QueryShape {
  return { of: null, ...queues[queue], hasSearch: toLikePatterns(search).length > 0 };
}

export function readQueue(db: Db, queue: DeskQueue, paging: Paging): Promise<ListPage> {
  return readPage(db, getQueueShape(queue, paging.search), null, paging);
}

const assignedStates = {
  all: null,
  to_review: ['SubmittedToInstructor', 'MemberReview'],
  returned: ['Returned'],
  at_association: ['SubmittedToAssociation', 'PaymentDue'],
  done: ['Completed', 'Rejected'],
} as const satisfies Record<string, readonly ApplicationState[] | null>;

export function getAssignedShape(
  role: 'professional' | 'store',
  show: keyof typeof assignedStates,
  search: string,
): QueryShape {
  const of = role === 'store' ? 'store_id' : 'instructor_id';
  return { of, states: assignedStates[show], isOldestFirst: false, hasSearch: toLikePatterns(search).length > 0 };
}

export function readAssigned(
  db: Db,
  { role, affiliateId }: { role: 'professional' | 'store'; affiliateId: number },
  show: keyof typeof assignedStates,
  paging: Paging,
): Promise<ListPage> {
  return readPage(db, getAssignedShape(role, show, paging.search), affiliateId, paging);
}

export const listOwnApplications = statement<ListedRow, [affiliateId: number]>(`
  select ${listColumns} from application a ${peopleJoins} where a.affiliate_id = $1 and a.deleted_at is null
  order by a.created_at desc, a.id desc`);

/** Undone decisions don't count: their next step is an undo. */
export const countDeskQueues = statement<
  { waiting: number; payment: number; returned: number; clearedToday: number },
  [clerk: number, since: string]
>(`
  select (select count(*)::int from application where state = 'SubmittedToAssociation') as waiting,
    (select count(*)::int from application where state = 'PaymentDue') as payment,
    (select count(*)::int from application where state = 'Returned') as returned,
    (select count(*)::int from application_step s
      where s.by_id = $1 and s.by_role = 'staff' and s.at >= $2::timestamptz
        and s.action in ('approve', 'send_back', 'reject')
        and (select n.action from application_step n where n.affiliate_id = s.affiliate_id
            and n.application_id = s.application_id and n.seq > s.seq order by n.seq limit 1) is distinct from 'undo')
      as "clearedToday"`);
