import { sql, type QueryCreator, type RawBuilder } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, queryBy, type Params } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { parseSearchTerm, type EmailTerm, type NameTerm } from './search-term.ts';

/** Better matches are found by earlier searches. Each reads an index in order and stops at the limit. */
export const nameSearches = ['startsWithName', 'startsWithFamilyName', 'startsWithSwapped', 'containsWords'] as const;
const emailSearches = ['startsWithEmail', 'containsEmail'] as const;
export type NameSearch = (typeof nameSearches)[number];
type EmailSearch = (typeof emailSearches)[number];

interface Limit {
  limit: number;
}
interface PeopleFilter extends Limit {
  affiliateTypeIds: readonly number[];
}
interface Matcher {
  matches: RawBuilder<boolean>;
  order: RawBuilder<unknown>;
}

const email = sql<string>`lower(p.email)`;

/** Whether and in which order people `p` match. */
export function matchName(p: Params<NameTerm>, search: NameSearch): Matcher {
  if (search === 'containsWords')
    return {
      matches: sql`p.search_name like ${p.first} and p.search_name like ${p.second}
        and p.search_name like all(${p.others}::text[])`,
      order: sql`p.search_name`,
    };
  const column = sql.ref(search === 'startsWithFamilyName' ? 'p.search_family_name' : 'p.search_name');
  const [from, to] = search === 'startsWithSwapped' ? [p.swappedFrom, p.swappedTo] : [p.from, p.to];
  return { matches: sql`(${column} >= ${from} and ${column} < ${to})`, order: column };
}

export function matchEmail(p: Params<EmailTerm>, search: EmailSearch): Matcher {
  const matches =
    search === 'containsEmail'
      ? sql<boolean>`${email} like ${p.pattern}`
      : sql<boolean>`(${email} ~>=~ ${p.from} and ${email} ~<~ ${p.to})`;
  return { matches, order: sql`${email} using ~<~` };
}

/** Must match the condition of the indexes on `person`. */
export const isNotErased = sql<boolean>`not starts_with(p.sub, 'erased:')`;

const selectPeople = (db: QueryCreator<Tables>, p: Params<PeopleFilter>, { matches, order }: Matcher) =>
  db
    .selectFrom('person as p')
    .select('p.affiliate_id as id')
    .where(matches)
    .where('p.affiliate_type_id', '=', (eb) => eb.fn.any(sql<number[]>`${p.affiliateTypeIds}::int[]`))
    .where(isNotErased)
    .orderBy(order)
    .limit(p.limit);

const listPeopleByName = queryBy(
  (db, p: Params<NameTerm & PeopleFilter>, search: NameSearch) => selectPeople(db, p, matchName(p, search)),
  nameSearches,
  { isReplanned: true },
);
const listPeopleByEmail = queryBy(
  (db, p: Params<EmailTerm & PeopleFilter>, search: EmailSearch) => selectPeople(db, p, matchEmail(p, search)),
  emailSearches,
  { isReplanned: true },
);

const listPeopleByNumber = query((db, p: Params<{ number: number } & PeopleFilter>) =>
  selectPeople(db, p, {
    matches: sql`(p.affiliate_id = ${p.number} or p.member_number = ${p.number} or p.store_number = ${p.number})`,
    order: sql`p.affiliate_id <> ${p.number}, p.affiliate_id`,
  }),
);

export interface Found {
  /** The best matches first. */
  ids: number[];
  /** There are more matches than any search returns. */
  hasMore: boolean;
}

/** No one reads further, and counting more would read more of the index. */
const maxFound = 500;

/** Runs further searches only while the earlier ones found too little. */
export async function collectFound<Search>(
  searches: readonly Search[],
  run: (search: Search, limit: number) => Promise<{ id: number }[]>,
): Promise<Found> {
  const ids = new Set<number>();
  for (const search of searches) {
    if (ids.size > maxFound) break;
    for (const { id } of await run(search, maxFound + 1)) ids.add(id);
  }
  return { ids: [...ids].slice(0, maxFound), hasMore: ids.size > maxFound };
}

export function findPeopleIds(db: Db, search: string, affiliateTypeIds: readonly number[]): Promise<Found> {
  const term = parseSearchTerm(search);
  if (term.kind === 'name')
    return collectFound(nameSearches, (by, limit) => listPeopleByName(by)(db, { ...term, affiliateTypeIds, limit }));
  if (term.kind === 'email')
    return collectFound(emailSearches, (by, limit) => listPeopleByEmail(by)(db, { ...term, affiliateTypeIds, limit }));
  if (term.kind === 'nothing') return Promise.resolve({ ids: [], hasMore: false });
  return collectFound(['number'], (_by, limit) => listPeopleByNumber(db, { ...term, affiliateTypeIds, limit }));
}
