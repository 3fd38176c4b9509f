import { sql } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';

interface CardPeople {
  affiliateId: number;
  instructorId: number | null;
  storeId: number | null;
}

/** The names printed on the card, and the language of its holder. */
export const findCardNames = query((db, p: Params<CardPeople>) =>
  db
    .selectFrom('person_name as n')
    .leftJoin('person as i', (join) => join.on('i.affiliate_id', '=', p.instructorId))
    .leftJoin('person_name as instructor', 'instructor.affiliate_id', 'i.affiliate_id')
    .leftJoin('person as s', (join) => join.on('s.affiliate_id', '=', p.storeId))
    .leftJoin('person_name as store', 'store.affiliate_id', 's.affiliate_id')
    .select((eb) => [
      'n.language',
      eb.fn.coalesce('instructor.short_name', sql.lit('')).as('instructorName'),
      'i.member_number as instructorNumber',
      eb.fn.coalesce('store.short_name', sql.lit('')).as('storeName'),
      's.store_number as storeNumber',
    ])
    .where('n.affiliate_id', '=', p.affiliateId),
);

export const updateLicense = query(
  (db, p: Params<{ affiliateId: number; id: number; licenseID: number; paymentId: string; now: Date }>) =>
    db
      .updateTable('application')
      .set({ license_id: p.licenseID, payment_id: p.paymentId, updated_at: p.now })
      .where('affiliate_id', '=', p.affiliateId)
      .where('id', '=', p.id),
);
