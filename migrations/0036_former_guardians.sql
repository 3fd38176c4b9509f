-- A guardian who was removed is still family, like one whose child has come of age (0031). Removals are
-- deleted after a year; the audit trail has the older ones.
insert into former_guardian (affiliate_id, guardian_id, ended_at)
select ended.affiliate_id, ended.guardian_id, min(ended.at)
from (
  select r.affiliate_id, r.guardian_id, coalesce(r.removed_at, r.created_at) as at from guardian_removal r
  where r.state in ('removed', 'restored')
  union all
  select p.affiliate_id, (e.data ->> 'guardianId')::bigint, e.at
  from audit_entry e join person p on e.subject = 'person:' || p.affiliate_id
  where e.action = 'guardian.removed' and e.data ? 'guardianId'
) ended
where exists (select from person g where g.affiliate_id = ended.guardian_id and not starts_with(g.sub, 'erased:'))
group by 1, 2
on conflict do nothing;
