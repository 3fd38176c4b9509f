import { sql } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';

interface OutsideKey {
  affiliateId: number;
  id: string;
}

export const outsideColumns = [
  'id',
  'agency',
  'level',
  'number',
  'cert_date as certDate',
  'file_key as fileKey',
  'status',
  'reason',
  'equivalent_level_id as equivalentLevelID',
] as const;

export const listOutside = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('outside_certification')
    .select(outsideColumns)
    .where('affiliate_id', '=', p.affiliateId)
    .orderBy('cert_date', (order) => order.desc().nullsLast())
    .orderBy('created_at')
    .orderBy('id'),
);
export type OutsideRow = Row<typeof listOutside>;

/** A person's outside cards for other features, except rejected ones. */
export const listOutsideCards = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('outside_certification')
    .select((eb) => [
      'id',
      'agency',
      'level',
      'number',
      'cert_date as certDate',
      eb('file_key', 'is not', null).as('hasPicture'),
    ])
    .where('affiliate_id', '=', p.affiliateId)
    .where('status', '<>', 'rejected')
    .orderBy('cert_date', (order) => order.desc().nullsLast())
    .orderBy('created_at')
    .orderBy('id'),
);

export const findOutside = query((db, p: Params<OutsideKey>) =>
  db
    .selectFrom('outside_certification')
    .select(outsideColumns)
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id),
);

/** Serializes inserts of one owner, so concurrent requests can't exceed the limit. */
export const lockOwner = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person').select('affiliate_id').where('affiliate_id', '=', p.affiliateId).forNoKeyUpdate(),
);

export const countOutside = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('outside_certification')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('affiliate_id', '=', p.affiliateId),
);

interface NewOutside {
  affiliateId: number;
  agency: string;
  level: string;
  number: string;
  certDate: string | null;
}

export const insertOutside = query((db, p: Params<NewOutside>) =>
  db
    .insertInto('outside_certification')
    .values({
      affiliate_id: p.affiliateId,
      agency: p.agency,
      level: p.level,
      number: p.number,
      cert_date: p.certDate,
    })
    .returning(outsideColumns),
);

/** Returns the replaced file key and resets the decision, which was about the former picture. */
export const updatePicture = query((db, p: Params<OutsideKey & { fileKey: string }>) =>
  db
    .updateTable('outside_certification')
    .from(
      db
        .selectFrom('outside_certification')
        .select(['affiliate_id as formerOwner', 'id as formerId', 'file_key as formerKey'])
        .where('affiliate_id', '=', p.affiliateId)
        .where('id', '=', p.id)
        .forNoKeyUpdate()
        .as('former'),
    )
    .set({
      file_key: p.fileKey,
      status: 'pending',
      reason: null,
      decided_by: null,
      decided_at: null,
      equivalent_level_id: null,
      uploaded_at: sql`
        greatest(date_trunc('milliseconds', clock_timestamp()), uploaded_at + interval '1 millisecond')`,
    })
    .whereRef('affiliate_id', '=', 'former.formerOwner')
    .whereRef('id', '=', 'former.formerId')
    .returning(outsideColumns)
    .returning('former.formerKey'),
);

export const deleteOutside = query((db, p: Params<OutsideKey>) =>
  db
    .deleteFrom('outside_certification')
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .returning('file_key as fileKey'),
);

export const isPictureFileUsed = query((db, p: Params<{ affiliateId: number; fileKey: string }>) =>
  db.selectNoFrom((eb) =>
    eb
      .exists(
        eb
          .selectFrom('outside_certification')
          .select('id')
          .where('affiliate_id', '=', p.affiliateId)
          .where('file_key', '=', p.fileKey),
      )
      .as('isUsed'),
  ),
);
