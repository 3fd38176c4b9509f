import { expressionBuilder, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Tables } from '#platform/server/db/table-types.ts';

/** The tables of a query on the log `l`. */
export type LogTables = Tables & { l: Tables['dive_log'] };

/**
 * A log `l` and its photos are visible to its diver, the instructor it is pending for, and the instructor whose
 * decision is current.
 */
export function isVisibleTo(viewer: RawBuilder<number>): Expression<SqlBool> {
  const eb = expressionBuilder<LogTables, 'l'>();
  return eb.and([
    eb('l.deleted_at', 'is', null),
    eb.or([
      eb('l.affiliate_id', '=', viewer),
      eb('l.status', '=', 'Verified').and('l.verified_by', '=', viewer),
      eb('l.status', '=', 'Returned').and('l.returned_by', '=', viewer),
      eb('l.status', '=', 'Pending').and(
        'l.memsys_member_number',
        '=',
        eb.selectFrom('active_instructor as v').select('v.member_number').where('v.affiliate_id', '=', viewer),
      ),
    ]),
  ]);
}
