import { sql, type QueryCreator, type RawBuilder } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';

/** Guests become visible to the professional or store once they have confirmed them. */
const selectGuests = (db: QueryCreator<Tables>, reader: RawBuilder<number>) =>
  db
    .selectFrom('dsd_checkpoint as c')
    .innerJoin('person as g', 'g.affiliate_id', 'c.affiliate_id')
    .innerJoin('person_name as n', 'n.affiliate_id', 'c.affiliate_id')
    .select([
      'c.affiliate_id as affiliateId',
      'n.short_name as name',
      'g.birthdate',
      'c.status',
      'c.document_id as documentId',
      'c.updated_at as updatedAt',
    ])
    .where((eb) =>
      eb.or([
        eb(
          'c.store_number',
          '=',
          eb.selectFrom('active_store as s').select('s.store_number').where('s.affiliate_id', '=', reader),
        ),
        eb(
          'c.member_number',
          '=',
          eb.selectFrom('active_instructor as i').select('i.member_number').where('i.affiliate_id', '=', reader),
        ),
      ]),
    )
    .where(sql`lower(c.status)`, 'in', ['forms', 'forms-submitted', 'completed', 'processed']);

/** Guests who are ready to dive come first, processed ones last and only for 30 days; the others stay for a year. */
export const listGuests = query((db, p: Params<{ reader: number; now: Date }>) =>
  selectGuests(db, p.reader)
    .where(
      'c.updated_at',
      '>',
      sql<Date>`${p.now}::timestamptz
        - case when lower(c.status) = 'processed' then interval '30 days' else interval '1 year' end`,
    )
    .orderBy(sql`array_position(array['completed', 'forms-submitted', 'forms', 'processed'], lower(c.status))`)
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.affiliate_id')
    .limit(500),
);

export type GuestRow = Row<typeof listGuests>;

export const findGuest = query((db, p: Params<{ reader: number; affiliateId: number }>) =>
  selectGuests(db, p.reader).where('c.affiliate_id', '=', p.affiliateId),
);
