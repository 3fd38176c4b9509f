import { sql } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';

/** Returns no row if the address was verified since. */
export const lockUnverifiedAccount = query((db, p: Params<{ sub: string }>) =>
  db
    .selectFrom('account')
    .select('sub')
    .where('sub', '=', p.sub)
    .where('email', 'is not', null)
    .where('email_verified_at', 'is', null)
    .forUpdate(),
);

export const deleteAccount = query((db, p: Params<{ sub: string }>) =>
  db.deleteFrom('account').where('sub', '=', p.sub),
);

/** A page of the accounts whose address wasn't verified in time. */
export const listExpiredAccounts = query((db, p: Params<{ after: string; limit: number }>) =>
  db
    .selectFrom('account')
    .select('sub')
    .where('email', 'is not', null)
    .where('email_verified_at', 'is', null)
    .where('delete_unverified_at', '<', sql<Date>`now()`)
    .where('sub', '>', p.after)
    .orderBy('sub')
    .limit(p.limit),
);
