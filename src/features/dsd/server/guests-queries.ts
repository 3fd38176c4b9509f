import { statement } from '#platform/server/db/database.ts';
import { shortNameSql } from '#features/account/server/public.ts';
import { isActiveInstructorSql, isStoreSql } from '#features/professionals/server/public.ts';

export interface GuestRow {
  affiliateId: number;
  name: string;
  birthdate: string | null;
  status: string;
  documentId: string | null;
  updatedAt: Date;
}

/** Guests become visible to the professional or store $1 once they have confirmed them. */
const guestsSql = `
  select c.affiliate_id as "affiliateId", ${shortNameSql('g')} as name,
    g.birthdate, c.status, c.document_id as "documentId", c.updated_at as "updatedAt"
  from person me
    join dsd_checkpoint c on (${isStoreSql('me')} and c.store_number = me.store_number)
      or (${isActiveInstructorSql('me')} and c.member_number = me.member_number)
    join person g on g.affiliate_id = c.affiliate_id
  where me.affiliate_id = $1 and lower(c.status) in ('forms', 'forms-submitted', 'completed', 'processed')`;

/** Guests who are ready to dive come first, processed ones last and only for 30 days; the others stay for a year. */
export const listGuests = statement<GuestRow, [affiliateId: number, now: Date]>(`
  ${guestsSql}
    and c.updated_at > $2::timestamptz - case when lower(c.status) = 'processed' then interval '30 days' else interval '1 year' end
  order by array_position(array['completed', 'forms-submitted', 'forms', 'processed'], lower(c.status)),
    c.updated_at desc, c.affiliate_id
  limit 500`);

export const findGuest = statement<GuestRow, [affiliateId: number, guestId: number]>(
  `${guestsSql} and c.affiliate_id = $2`,
);
