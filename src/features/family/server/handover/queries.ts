import { sql } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';
import { adultBirthdate, selectPeople } from '#features/family/server/queries.ts';

/** People with guardians who are of age on that day, or will be soon and were not notified yet. */
export const listDueHandovers = query((db, p: Params<{ today: string; soon: string }>) =>
  db
    .selectFrom('person as p')
    .select('p.affiliate_id as affiliateId')
    .where((eb) => eb.exists(eb.selectFrom('guardian_link as g').whereRef('g.affiliate_id', '=', 'p.affiliate_id')))
    .where((eb) =>
      eb.or([
        eb('p.birthdate', '<=', adultBirthdate(p.today)),
        eb.and([
          eb('p.birthdate', '<=', adultBirthdate(p.soon)),
          eb.not(
            eb.exists(
              eb
                .selectFrom('handover as h')
                .whereRef('h.affiliate_id', '=', 'p.affiliate_id')
                .where('h.warned_at', 'is not', null),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('p.affiliate_id'),
);

export const markHandoverWarned = query((db, p: Params<{ affiliateId: number; now: Date }>) =>
  db
    .insertInto('handover')
    .values({ affiliate_id: p.affiliateId, warned_at: p.now })
    .onConflict((conflict) =>
      conflict.column('affiliate_id').doUpdateSet({ warned_at: p.now }).where('handover.warned_at', 'is', null),
    )
    .returning('affiliate_id as affiliateId'),
);

export const markHandoverDone = query((db, p: Params<{ affiliateId: number; now: Date }>) =>
  db
    .insertInto('handover')
    .values({ affiliate_id: p.affiliateId, done_at: p.now })
    .onConflict((conflict) => conflict.column('affiliate_id').doUpdateSet({ done_at: p.now })),
);

/** Guardians at the time of the handover who still have an email address. */
export const listFormerGuardians = query((_db, p: Params<{ affiliateId: number }>) =>
  selectPeople
    .where('p.email', 'is not', null)
    .where('p.affiliate_id', 'in', (eb) =>
      eb
        .selectFrom([
          'audit_entry as e',
          sql<{ id: string }>`jsonb_array_elements_text(e.data -> 'guardianIds')`.as<'former'>(sql`former(id)`),
        ])
        .select((eb) => eb.cast<number>('former.id', 'int8').as('id'))
        .where('e.subject', '=', sql<string>`'person:' || ${p.affiliateId}::bigint`)
        .where('e.action', '=', 'handover.done'),
    )
    .orderBy('p.affiliate_id'),
);

/** Former guardians count as family: they confirm and certify nothing for the child. */
export const deleteLinks = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .with('ended', (db) =>
      db
        .deleteFrom('guardian_link')
        .where('affiliate_id', '=', p.affiliateId)
        .returning(['affiliate_id', 'guardian_id']),
    )
    .insertInto('former_guardian')
    .columns(['affiliate_id', 'guardian_id'])
    .expression((eb) => eb.selectFrom('ended').select(['affiliate_id', 'guardian_id']))
    .onConflict((conflict) => conflict.doNothing()),
);

export const deleteInvites = query((db, p: Params<{ affiliateId: number }>) =>
  db.deleteFrom('guardian_invite').where('affiliate_id', '=', p.affiliateId),
);
