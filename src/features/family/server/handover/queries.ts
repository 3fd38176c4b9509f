import { statement } from '#platform/server/db/database.ts';
import { personColumns, type PersonRow } from '#features/family/server/queries.ts';

/** People with guardians who are of age on that day, or will be soon and were not notified yet. */
export const listDueHandovers = statement<{ affiliateId: number }, [today: string, soon: string]>(`
  select p.affiliate_id as "affiliateId" from person p
  where exists (select from guardian_link g where g.affiliate_id = p.affiliate_id)
    and (p.birthdate <= $1::date - interval '18 years'
      or (p.birthdate <= $2::date - interval '18 years'
        and not exists (select from handover h where h.affiliate_id = p.affiliate_id and h.warned_at is not null)))
  order by p.affiliate_id`);

export const markHandoverWarned = statement<{ affiliateId: number }, [affiliateId: number, at: Date]>(`
  insert into handover as h (affiliate_id, warned_at) values ($1, $2)
  on conflict (affiliate_id) do update set warned_at = $2 where h.warned_at is null
  returning affiliate_id as "affiliateId"`);

export const markHandoverDone = statement<unknown, [affiliateId: number, at: Date]>(`
  insert into handover (affiliate_id, done_at) values ($1, $2)
  on conflict (affiliate_id) do update set done_at = $2`);

/** Guardians at the time of the handover who still have an email address. */
export const listFormerGuardians = statement<PersonRow, [affiliateId: number]>(`
  select ${personColumns('q')} from person q
  where q.email is not null and q.affiliate_id in (
    select former.id::bigint from audit_entry e, jsonb_array_elements_text(e.data -> 'guardianIds') former(id)
    where e.subject = 'person:' || $1::bigint and e.action = 'handover.done')
  order by q.affiliate_id`);

/** Former guardians count as family: they confirm and certify nothing for the child. */
export const deleteLinks = statement<unknown, [affiliateId: number]>(`
  with ended as (delete from guardian_link where affiliate_id = $1 returning affiliate_id, guardian_id)
  insert into former_guardian (affiliate_id, guardian_id) select affiliate_id, guardian_id from ended
  on conflict do nothing`);
export const deleteInvites = statement<unknown, [affiliateId: number]>(
  'delete from guardian_invite where affiliate_id = $1',
);
