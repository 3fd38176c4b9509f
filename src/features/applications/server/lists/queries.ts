import { sql, type QueryCreator } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#platform/server/db/database.ts';
import { isoTimestamp } from '#platform/server/db/iso-timestamp.ts';
import { query, queryBy, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { toLikePatterns } from '#platform/shared/search-text.ts';
import { type DeskQueue, pageSize } from '#features/applications/shared/contract.ts';
import { maxTotal } from '#features/applications/shared/max-total.ts';
import type { ApplicationState } from '#features/applications/shared/steps.ts';

/**
 * Selects the rows and their order. States are literals in the SQL, so the planner can use each queue's partial index.
 */
interface ListShape {
  of: 'instructor_id' | 'store_id' | null;
  states: readonly ApplicationState[] | null;
  isOldestFirst: boolean;
}

/** The usual page size is a literal, so the plan can be cached. */
interface PageShape extends ListShape {
  isUsualSize: boolean;
}

interface PageValues {
  person: number | null;
  size: number;
  offset: number;
}

interface SearchValues extends PageValues {
  /** Uses the index; the other patterns filter its matches. */
  pattern: string;
  otherPatterns: readonly string[];
}

const getDirection = ({ isOldestFirst }: ListShape) => (isOldestFirst ? 'asc' : 'desc');

const selectMatches = (db: QueryCreator<Tables>, p: Params<PageValues>, { of, states }: ListShape) => {
  const all = db.selectFrom('application as a');
  const matches = states === null ? all.where('a.state', '<>', 'Draft') : all.where('a.state', 'in', states);
  return of === null
    ? matches
    : matches.where(`a.${of}`, '=', p.person).where(sql<boolean>`${p.person} <> all (a.unseen_by)`);
};

const selectListed = (db: QueryCreator<Tables>) =>
  db
    .selectFrom('application as a')
    .innerJoin('person_name as n', 'n.affiliate_id', 'a.affiliate_id')
    .leftJoin('person as i', 'i.affiliate_id', 'a.instructor_id')
    .leftJoin('person_name as instructor', 'instructor.affiliate_id', 'i.affiliate_id')
    .leftJoin('person as s', 's.affiliate_id', 'a.store_id')
    .leftJoin('person_name as store', 'store.affiliate_id', 's.affiliate_id')
    .select((eb) => [
      'a.id',
      'a.type_id as typeId',
      'a.state',
      'a.version',
      'a.affiliate_id as applicantId',
      'n.short_name as applicantName',
      eb.fn<string | null>('nullif', ['instructor.short_name', sql.lit('')]).as('instructorName'),
      'i.member_number as memberNumber',
      eb.fn<string | null>('nullif', ['store.short_name', sql.lit('')]).as('storeName'),
      's.store_number as storeNumber',
      'a.facts',
      isoTimestamp('a.state_at').as('stateDate'),
    ]);

/** Names are joined for the rows of the CTE `page` only. */
const selectPageItems = (db: QueryCreator<Tables>, shape: ListShape) =>
  selectListed(db)
    .innerJoin(sql<{ affiliate_id: number; id: number }>`page`.as('page'), (join) =>
      join.onRef('page.affiliate_id', '=', 'a.affiliate_id').onRef('page.id', '=', 'a.id'),
    )
    .orderBy('a.state_at', getDirection(shape))
    .orderBy('a.id', getDirection(shape));

const queues: Record<DeskQueue, ListShape> = {
  waiting: { of: null, states: ['SubmittedToAssociation'], isOldestFirst: true },
  payment: { of: null, states: ['PaymentDue'], isOldestFirst: true },
  returned: { of: null, states: ['Returned'], isOldestFirst: true },
  done: { of: null, states: ['Completed', 'Rejected'], isOldestFirst: false },
};

const samples: PageShape[] = [
  ...Object.values(queues),
  { of: 'instructor_id' as const, states: null, isOldestFirst: false },
  { of: 'store_id' as const, states: null, isOldestFirst: false },
].flatMap((shape) => [
  { ...shape, isUsualSize: true },
  { ...shape, isUsualSize: false },
]);

/** A page and its total in one statement. */
export const listPage = queryBy((db, p: Params<PageValues>, shape: PageShape) => {
  const matches = selectMatches(db, p, shape);
  return db
    .with('page', () =>
      matches
        .select(['a.affiliate_id', 'a.id', 'a.state_at'])
        .orderBy('a.state_at', getDirection(shape))
        .orderBy('a.id', getDirection(shape))
        .limit(shape.isUsualSize ? pageSize : p.size)
        .offset(p.offset),
    )
    .selectNoFrom([
      db
        .selectFrom(matches.select('a.id').limit(sql.lit(maxTotal)).as('counted'))
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('total'),
      jsonArrayFrom(selectPageItems(db, shape)).as('items'),
    ]);
}, samples);

/** Like `listPage`, but the search runs only once. */
const searchPage = queryBy(
  (db, p: Params<SearchValues>, shape: PageShape) =>
    db
      .with(
        (cte) => cte('found').materialized(),
        () =>
          selectMatches(db, p, shape)
            .select(['a.affiliate_id', 'a.id', 'a.state_at'])
            .where('a.search_text', 'like', p.pattern)
            .where(sql<boolean>`a.search_text like all (${p.otherPatterns}::text[])`)
            .orderBy('a.state_at', getDirection(shape))
            .orderBy('a.id', getDirection(shape))
            .limit(sql.lit(maxTotal)),
      )
      .with('page', (db) =>
        db
          .selectFrom('found as a')
          .selectAll()
          .orderBy('a.state_at', getDirection(shape))
          .orderBy('a.id', getDirection(shape))
          .limit(shape.isUsualSize ? pageSize : p.size)
          .offset(p.offset),
      )
      .selectNoFrom((eb) => [
        eb
          .selectFrom('found')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('total'),
        jsonArrayFrom(selectPageItems(db, shape)).as('items'),
      ]),
  samples,
  { isReplanned: true },
);

export type ListPage = Row<ReturnType<typeof listPage>>;
export type ListedRow = ListPage['items'][number];

export interface Paging {
  page: number;
  size: number;
  search: string;
}

async function readPage(
  db: Db,
  list: ListShape,
  person: number | null,
  { page, size, search }: Paging,
): Promise<ListPage> {
  const shape = { ...list, isUsualSize: size === pageSize };
  const values = { person, size, offset: (page - 1) * size };
  // The longest word is the most selective, so it goes first.
  const [pattern, ...otherPatterns] = toLikePatterns(search).toSorted((one, other) => other.length - one.length);
  const found =
    pattern === undefined
      ? await listPage(shape).first(db, values)
      : await searchPage(shape).first(db, { ...values, pattern, otherPatterns });
  return found ?? { total: 0, items: [] };
}

export function getQueueShape(queue: DeskQueue): ListShape {
  return queues[queue];
}

export function readQueue(db: Db, queue: DeskQueue, paging: Paging): Promise<ListPage> {
  return readPage(db, getQueueShape(queue), null, paging);
}

const assignedStates = {
  all: null,
  to_review: ['SubmittedToInstructor', 'MemberReview'],
  returned: ['Returned'],
  at_association: ['SubmittedToAssociation', 'PaymentDue'],
  done: ['Completed', 'Rejected'],
} as const satisfies Record<string, readonly ApplicationState[] | null>;

export function getAssignedShape(role: 'professional' | 'store', show: keyof typeof assignedStates): ListShape {
  return { of: role === 'store' ? 'store_id' : 'instructor_id', states: assignedStates[show], isOldestFirst: false };
}

export function readAssigned(
  db: Db,
  { role, affiliateId }: { role: 'professional' | 'store'; affiliateId: number },
  show: keyof typeof assignedStates,
  paging: Paging,
): Promise<ListPage> {
  return readPage(db, getAssignedShape(role, show), affiliateId, paging);
}

export const listOwnApplications = query((db, p: Params<{ affiliateId: number }>) =>
  selectListed(db)
    .where('a.affiliate_id', '=', p.affiliateId)
    .where('a.deleted_at', 'is', null)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc'),
);

/** Undone decisions don't count: their next step is an undo. */
export const countDeskQueues = query((db, p: Params<{ clerk: number; since: string }>) => {
  const countInState = (state: ApplicationState) =>
    db
      .selectFrom(db.selectFrom('application').select('id').where('state', '=', state).limit(sql.lit(maxTotal)).as('a'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull();
  return db.selectNoFrom((eb) => [
    countInState('SubmittedToAssociation').as('waiting'),
    countInState('PaymentDue').as('payment'),
    countInState('Returned').as('returned'),
    eb
      .selectFrom('application_step as s')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('s.by_id', '=', p.clerk)
      .where('s.by_role', '=', 'staff')
      .where('s.at', '>=', sql<Date>`${p.since}::timestamptz`)
      .where('s.action', 'in', ['approve', 'send_back', 'reject'])
      .where((eb) =>
        eb(
          eb
            .selectFrom('application_step as n')
            .select('n.action')
            .whereRef('n.affiliate_id', '=', 's.affiliate_id')
            .whereRef('n.application_id', '=', 's.application_id')
            .whereRef('n.seq', '>', 's.seq')
            .orderBy('n.seq')
            .limit(1),
          'is distinct from',
          'undo',
        ),
      )
      .$asScalar()
      .$notNull()
      .as('clearedToday'),
  ]);
});
