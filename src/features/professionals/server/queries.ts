import type { QueryCreator } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';

const selectProfessional = (db: QueryCreator<Tables>) =>
  db
    .selectFrom('person as p')
    .innerJoin('person_name as n', 'n.affiliate_id', 'p.affiliate_id')
    .leftJoin('mailing_address as a', 'a.affiliate_id', 'p.affiliate_id')
    .select([
      'p.affiliate_id as affiliateId',
      'n.short_name as name',
      'p.city',
      'p.country',
      'p.sub',
      'p.available_credit_minor as creditMinor',
      'p.available_credit_currency as creditCurrency',
      'a.sealed_address as encryptedAddress',
    ]);

/** An instructor by number: a divemaster's or a lapsed instructor's number finds nothing. */
export const findMember = query((db, p: Params<{ memberNumber: number }>) =>
  selectProfessional(db)
    .innerJoin('active_instructor as i', 'i.affiliate_id', 'p.affiliate_id')
    .where('i.member_number', '=', p.memberNumber),
);

export type ProfessionalRow = Row<typeof findMember>;

/** A store by number, unless it was erased. */
export const findStore = query((db, p: Params<{ storeNumber: number }>) =>
  selectProfessional(db)
    .innerJoin('active_store as s', 's.affiliate_id', 'p.affiliate_id')
    .where('s.store_number', '=', p.storeNumber),
);

export const findMembership = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person')
    .select(['member_number as memberNumber', 'member_status as memberStatus'])
    .where('affiliate_id', '=', p.affiliateId),
);
