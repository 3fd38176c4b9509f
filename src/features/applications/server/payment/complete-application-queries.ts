import { statement } from '#platform/server/db/database.ts';
import { shortNameSql } from '#features/account/server/public.ts';

interface CardNames {
  language: string;
  instructorName: string;
  instructorNumber: number | null;
  storeName: string;
  storeNumber: number | null;
}

/** The names printed on the card, and the language of its holder. */
export const findCardNames = statement<
  CardNames,
  [affiliateId: number, instructorId: number | null, storeId: number | null]
>(`
  select p.language, ${shortNameSql('i')} as "instructorName", i.member_number as "instructorNumber",
    ${shortNameSql('s')} as "storeName", s.store_number as "storeNumber"
  from person p left join person i on i.affiliate_id = $2 left join person s on s.affiliate_id = $3
  where p.affiliate_id = $1`);

export const setLicense = statement<
  unknown,
  [affiliateId: number, id: number, licenseId: number, paymentId: string, now: Date]
>('update application set license_id = $3, payment_id = $4, updated_at = $5 where affiliate_id = $1 and id = $2');

/**
 * Divemasters (2) and instructors (3) get a member number and an active membership. A higher type stays, and so does its
 * status: a lapsed instructor can't return to teaching by applying as a divemaster.
 */
export const promoteToProfessional = statement<
  { memberNumber: number },
  [affiliateId: number, affiliateTypeId: number]
>(`
  update person set affiliate_type_id = greatest(affiliate_type_id, $2::smallint),
    member_status = case when affiliate_type_id > $2::smallint then member_status else 'Active' end,
    member_number = coalesce(member_number, nextval('member_number_seq')::int), version = version + 1
  where affiliate_id = $1 and affiliate_type_id in (1, 2, 3) returning member_number as "memberNumber"`);
