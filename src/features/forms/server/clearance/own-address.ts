import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { normalizeMailbox } from '#platform/shared/mailbox.ts';

interface RecordParties {
  affiliateId: number;
  storeNumber: number | null;
  memberNumber: number | null;
}

/** The portal's and the account service's addresses, which can differ while one is being corrected. */
const listAddresses = query((db, p: Params<RecordParties>) =>
  db
    .with('party', (db) =>
      db
        .selectFrom('person as p')
        .select(['p.sub', 'p.email'])
        .where((eb) =>
          eb(
            'p.affiliate_id',
            'in',
            eb
              .selectFrom('family_member as f')
              .select('f.member_id as id')
              .where('f.affiliate_id', '=', p.affiliateId)
              .union((eb) =>
                eb
                  .selectFrom('active_store as s')
                  .select('s.affiliate_id as id')
                  .where('s.store_number', '=', p.storeNumber),
              )
              .union((eb) =>
                eb
                  .selectFrom('professional as m')
                  .select('m.affiliate_id as id')
                  .where('m.member_number', '=', p.memberNumber),
              ),
          ),
        ),
    )
    .selectFrom('party')
    .select(({ ref }) => ref('party.email').$notNull().as('email'))
    .where('party.email', 'is not', null)
    .union((eb) =>
      eb
        .selectFrom('account as a')
        .innerJoin('party', (join) => join.on('party.sub', '=', ({ cast }) => cast<string>('a.sub', 'text')))
        .select(({ ref }) => ref('a.email').$notNull().as('email'))
        .where('a.email', 'is not', null),
    ),
);

/** Whether an address belongs to the diver's family or to those who will confirm the physician's response. */
export async function isOwnAddress(db: Db, email: string, record: RecordParties): Promise<boolean> {
  const own = new Set((await listAddresses(db, record)).map((row) => normalizeMailbox(row.email)));
  return own.has(normalizeMailbox(email));
}
