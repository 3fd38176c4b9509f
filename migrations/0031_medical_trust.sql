-- Answers that a physician was needed for and that were signed again with "no" count once those named on both forms, or
-- staff, have accepted the correction.
alter table form_evaluation drop constraint form_evaluation_way_check;
alter table form_evaluation add constraint form_evaluation_way_check check (way in ('link', 'page', 'correction'));
alter table form_evaluation drop constraint form_evaluation_decision_check;
alter table form_evaluation add constraint form_evaluation_decision_check
  check (decision in ('approved', 'refused', 'unclear', 'corrected'));

-- Links from before migration 0021 were mailed to any address, also the diver's own. The diver can send a new one.
update link_token set used_at = now()
where purpose = 'physician' and used_at is null and data ->> 'sentTo' is null;

-- Guardians whose child has come of age are still family: they confirm and certify nothing for them.
create table former_guardian (
  affiliate_id bigint not null references person,
  guardian_id bigint not null,
  ended_at timestamptz not null default now(),
  primary key (affiliate_id, guardian_id)
);
create index former_guardian_guardian on former_guardian (guardian_id);
comment on table former_guardian is 'personal: export, delete on erasure';
insert into former_guardian (affiliate_id, guardian_id, ended_at)
select p.affiliate_id, former.id::bigint, max(e.at)
from audit_entry e join person p on e.subject = 'person:' || p.affiliate_id,
  jsonb_array_elements_text(e.data -> 'guardianIds') former(id)
where e.action = 'handover.done' group by 1, 2;
