import { sql, type QueryCreator } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { type HeldCode, heldCodeStates } from '#features/learning/shared/codes-contract.ts';

interface HeldCodeFilter {
  affiliateId: number;
  state: HeldCode['state'] | null;
  /** A `like` pattern in capital letters, without spaces and dashes. */
  pattern: string;
}

/**
 * Codes that the person holds or gave away. Of a code that was given away, the giver sees the last four characters only,
 * because they could redeem it; a search must not find more of it.
 */
const selectHeld = (db: QueryCreator<Tables>, p: Params<{ affiliateId: number }>) => {
  const isOwn = sql<boolean>`coalesce(holder_affiliate_id = ${p.affiliateId}, false)`;
  return db
    .selectFrom('access_code')
    .where((eb) => eb.or([eb('holder_affiliate_id', '=', p.affiliateId), eb('given_by', '=', p.affiliateId)]))
    .select([
      'code',
      'package_id as packageId',
      'certification_name as certificationName',
      'created_at as createdAt',
      'expires_at as expiresAt',
      sql<string>`case when ${isOwn} then code else '••••-••••-' || right(code, 4) end`.as('shownCode'),
      sql<HeldCode['state']>`case
        when redeemed_at is not null then 'redeemed'
        when expires_at <= now() then 'expired'
        when not ${isOwn} or share_ends_at > now() then 'shared'
        else 'free' end`.as('state'),
      sql<Date | null>`case
        when redeemed_at is not null then redeemed_at
        when expires_at <= now() then expires_at
        when ${isOwn} and share_ends_at > now() then share_ends_at end`.as('stateAt'),
    ]);
};

const isMatch = (p: Params<Omit<HeldCodeFilter, 'affiliateId'>>) =>
  sql<boolean>`(${p.state}::text is null or held.state = ${p.state}) and (
    upper(regexp_replace(held."certificationName", '[\\s-]', '', 'g')) like ${p.pattern}
    or replace(held."shownCode", '-', '') like ${p.pattern})`;

const count = (state: HeldCode['state']) =>
  sql<number>`count(*) filter (where held.state = ${sql.lit(state)})::int`.as(state);

export const countHeldCodes = query((db, p: Params<HeldCodeFilter>) =>
  db
    .selectFrom(selectHeld(db, p).as('held'))
    .select(heldCodeStates.map(count))
    .select([
      sql<number>`count(*) filter (where ${isMatch(p)})::int`.as('total'),
      sql<number>`count(*) filter (where held.state = 'free' and held."expiresAt" < now() + interval '30 days')::int`.as(
        'expiringSoon',
      ),
    ]),
);

export const listHeldCodes = query((db, p: Params<HeldCodeFilter & { offset: number; limit: number }>) =>
  db
    .selectFrom(selectHeld(db, p).as('held'))
    .selectAll()
    .where(isMatch(p))
    .orderBy(sql`array_position(${sql.lit(`{${heldCodeStates.join(',')}}`)}::text[], held.state)`)
    .orderBy('held.createdAt', 'desc')
    .orderBy('held.code')
    .limit(p.limit)
    .offset(p.offset),
);

export type HeldCodeRow = Row<typeof listHeldCodes>;
