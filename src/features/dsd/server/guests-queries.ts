import { sql, type QueryCreator, type RawBuilder } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';

interface GuestReader {
  reader: number;
  now: Date;
}

/** Guests become visible to the professional or store once they have confirmed them. */
const selectGuests = (db: QueryCreator<Tables>, reader: RawBuilder<number>) =>
  db
    .selectFrom('dsd_checkpoint as c')
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

const selectGuestDetails = (db: QueryCreator<Tables>, reader: RawBuilder<number>) =>
  selectGuests(db, reader)
    .innerJoin('person as g', 'g.affiliate_id', 'c.affiliate_id')
    .innerJoin('person_name as n', 'n.affiliate_id', 'c.affiliate_id')
    .select([
      'c.affiliate_id as affiliateId',
      'n.short_name as name',
      'g.birthdate',
      'c.status',
      'c.store_number as storeNumber',
      'c.member_number as memberNumber',
      'c.document_id as documentId',
      'c.updated_at as updatedAt',
      'c.dive_on as diveDate',
    ])
    .select((eb) =>
      eb
        .and([
          eb(sql`lower(c.status)`, '=', 'processed'),
          eb('c.photo_declined_at', 'is', null),
          eb.not(
            eb.exists(
              eb
                .selectFrom('dsd_photo as f')
                .whereRef('f.affiliate_id', '=', 'c.affiliate_id')
                .whereRef('f.added_at', '>=', 'c.created_at'),
            ),
          ),
        ])
        .$castTo<boolean>()
        .as('acceptsPhoto'),
    );

/** Processed guests are listed for 30 days, the others for a year. */
const oldestListed = ({ now }: Params<GuestReader>) =>
  sql<Date>`${now}::timestamptz
    - case when lower(c.status) = 'processed' then interval '30 days' else interval '1 year' end`;

/** Guests who are ready to dive come first, processed ones last. */
export const listGuests = query((db, p: Params<GuestReader & { limit: number; offset: number }>) =>
  selectGuestDetails(db, p.reader)
    .where('c.updated_at', '>', oldestListed(p))
    .orderBy(sql`array_position(array['completed', 'forms-submitted', 'forms', 'processed'], lower(c.status))`)
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.affiliate_id')
    .limit(p.limit)
    .offset(p.offset),
);

/** `open` are those whose forms are not complete. */
export const countGuests = query((db, p: Params<GuestReader>) =>
  selectGuests(db, p.reader)
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'int4').as('total'),
      eb
        .cast<number>(eb.fn.countAll().filterWhere(sql`lower(c.status)`, 'in', ['forms', 'forms-submitted']), 'int4')
        .as('open'),
    ])
    .where('c.updated_at', '>', oldestListed(p)),
);

export type GuestRow = Row<typeof listGuests>;

export const findGuest = query((db, p: Params<{ reader: number; affiliateId: number }>) =>
  selectGuestDetails(db, p.reader).where('c.affiliate_id', '=', p.affiliateId),
);

export const findStoreNumber = query((db, p: Params<{ reader: number }>) =>
  db.selectFrom('active_store').select('store_number as storeNumber').where('affiliate_id', '=', p.reader),
);
