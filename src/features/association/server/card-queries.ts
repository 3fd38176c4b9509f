import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, queryBy, type Params } from '#platform/server/db/query.ts';
import {
  collectFound,
  isNotErased,
  matchName,
  nameSearches,
  parseSearchTerm,
  type Found,
  type NameSearch,
  type NameTerm,
} from '#features/account/server/public.ts';
import { parseCardCode } from '#features/certifications/shared/card-code.ts';

interface Limit {
  limit: number;
}

const listCardsByHolder = queryBy(
  (db, p: Params<NameTerm & Limit>, search: NameSearch) => {
    const { matches, order } = matchName(p, search);
    return db
      .selectFrom('person as p')
      .innerJoin('certification as c', 'c.affiliate_id', 'p.affiliate_id')
      .select('c.license_id as id')
      .where(matches)
      .where(isNotErased)
      .orderBy(order)
      .orderBy('c.cert_date', 'desc')
      .orderBy('c.license_id', 'desc')
      .limit(p.limit);
  },
  nameSearches,
  { isReplanned: true },
);

/** Matches the card's number or its holder's. */
const listCardsByNumber = query((db, p: Params<{ number: number } & Limit>) =>
  db
    .selectFrom('certification as c')
    .select('c.license_id as id')
    .where((eb) => eb.or([eb('c.license_id', '=', p.number), eb('c.affiliate_id', '=', p.number)]))
    .orderBy(sql`c.license_id <> ${p.number}`)
    .orderBy('c.cert_date', 'desc')
    .orderBy('c.license_id', 'desc')
    .limit(p.limit),
);

const findCardByCode = query((db, p: Params<{ code: string }>) =>
  db.selectFrom('certification').select('license_id as id').where('code', '=', p.code),
);

export async function findCardIds(db: Db, search: string): Promise<Found> {
  const code = parseCardCode(search);
  // Text that matches the format of a code may also be a name.
  const found = code === null ? [] : await findCardByCode(db, { code });
  if (found.length > 0) return { ids: found.map(({ id }) => id), hasMore: false };
  const term = parseSearchTerm(search);
  if (term.kind === 'name')
    return collectFound(nameSearches, (by, limit) => listCardsByHolder(by)(db, { ...term, limit }));
  if (term.kind === 'number')
    return collectFound(['number'], (_by, limit) => listCardsByNumber(db, { ...term, limit }));
  return { ids: [], hasMore: false };
}

/** In the order of the ids. */
export const listCards = query((db, p: Params<{ ids: number[] }>) =>
  db
    .selectFrom('certification as c')
    .innerJoin('person_name as n', 'n.affiliate_id', 'c.affiliate_id')
    .select((eb) => [
      'c.license_id as licenseID',
      'c.level_id as levelID',
      'c.cert_date as certDate',
      'c.code',
      'c.affiliate_id as affiliateId',
      'n.full_name as holder',
      eb('c.revoked_at', 'is not', null).$castTo<boolean>().as('isRevoked'),
      'c.revoked_reason as revokedReason',
    ])
    .where('c.license_id', '=', (eb) => eb.fn.any(p.ids))
    .orderBy(sql`array_position(${p.ids}::bigint[], c.license_id)`),
);
