import { statement } from '#platform/server/db/database.ts';
import { shortNameSql } from '#features/account/server/public.ts';
import { isActiveInstructorSql, isStoreSql } from './rights-queries.ts';

export interface ProfessionalRow {
  affiliateId: number;
  name: string;
  city: string;
  /** ISO code. */
  country: string;
  sub: string;
  creditMinor: number | null;
  creditCurrency: string | null;
  encryptedAddress: string | null;
}

const professionalSelect = `
  select p.affiliate_id as "affiliateId", ${shortNameSql('p')} as name,
    p.city, p.country, p.sub, p.available_credit_minor as "creditMinor", p.available_credit_currency as "creditCurrency",
    a.sealed_address as "encryptedAddress"
  from person p left join mailing_address a using (affiliate_id)`;

/** An instructor by number: a divemaster's or a lapsed instructor's number finds nothing. */
export const findMember = statement<ProfessionalRow, [memberNumber: number]>(
  `${professionalSelect} where p.member_number = $1 and ${isActiveInstructorSql('p')}`,
);

/** An erased store has no name. */
export const findStore = statement<ProfessionalRow, [storeNumber: number]>(
  `${professionalSelect} where p.store_number = $1 and ${isStoreSql('p')} and p.given_name || p.family_name <> ''`,
);

export const findMembership = statement<
  { memberNumber: number | null; memberStatus: string | null },
  [affiliateId: number]
>(`
  select member_number as "memberNumber", member_status as "memberStatus" from person where affiliate_id = $1`);
