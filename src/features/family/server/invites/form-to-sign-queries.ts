import { sql } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';

/** What a guardian is asked to sign: the activity, with whom and, if the child knows it, on which day. */
export interface SignedForm {
  affiliateId: number;
  packet: string;
  storeNumber: number | null;
  memberNumber: number | null;
}

/** The dive center, the instructor and the planned dive of signed forms. */
export const findSignedForm = query((db, p: Params<SignedForm>) =>
  db
    .selectFrom('person as p')
    .leftJoin('active_store as s', (join) => join.on('s.store_number', '=', p.storeNumber))
    .leftJoin('person_name as sn', 'sn.affiliate_id', 's.affiliate_id')
    .leftJoin('active_instructor as i', (join) => join.on('i.member_number', '=', p.memberNumber))
    .leftJoin('person_name as mn', 'mn.affiliate_id', 'i.affiliate_id')
    .leftJoin('dsd_checkpoint as c', (join) =>
      join.onRef('c.affiliate_id', '=', 'p.affiliate_id').on(sql<boolean>`${p.packet}::text = 'dsd'`),
    )
    .select(['sn.short_name as storeName', 'mn.short_name as memberName', 'c.dive_on as diveDate'])
    .where('p.affiliate_id', '=', p.affiliateId),
);

export const findFormToSign = query((db, p: Params<{ affiliateId: number; draftId: string | null }>) =>
  db
    .selectFrom('form_draft as d')
    .leftJoin('active_store as s', 's.store_number', 'd.store_number')
    .leftJoin('person_name as sn', 'sn.affiliate_id', 's.affiliate_id')
    .leftJoin('active_instructor as i', 'i.member_number', 'd.member_number')
    .leftJoin('person_name as mn', 'mn.affiliate_id', 'i.affiliate_id')
    .leftJoin('dsd_checkpoint as c', (join) =>
      join.onRef('c.affiliate_id', '=', 'd.affiliate_id').on('d.packet', '=', 'dsd'),
    )
    .select(['d.packet', 'sn.short_name as storeName', 'mn.short_name as memberName', 'c.dive_on as diveDate'])
    .where('d.affiliate_id', '=', p.affiliateId)
    .where('d.id', '=', p.draftId),
);
