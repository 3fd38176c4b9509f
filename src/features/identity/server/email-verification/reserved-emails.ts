import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';

/** How long the old mailbox can revert a corrected address. No other account can use the address until then. */
export const revertLifetimeS = 7 * 86_400;

const checkReservation = query((db, p: Params<{ email: string; sub: string }>) =>
  db.selectNoFrom((eb) =>
    eb
      .exists(
        eb
          .selectFrom('email_correction as c')
          .innerJoin('person as p', 'p.affiliate_id', 'c.affiliate_id')
          .where((eb) => eb(eb.fn<string>('lower', ['c.old_email']), '=', eb.fn<string>('lower', [p.email])))
          .where('p.sub', '<>', p.sub)
          .where('c.reverted_at', 'is', null)
          .where('c.confirmed_at', '>', sql<Date>`now() - make_interval(secs => ${revertLifetimeS})`),
      )
      .as('isReserved'),
  ),
);

/** Whether an account other than `sub` had the address before a correction that its mailbox can still revert. */
export async function isEmailReserved(db: Db, email: string, sub = ''): Promise<boolean> {
  return (await checkReservation.first(db, { email, sub }))?.isReserved ?? false;
}
