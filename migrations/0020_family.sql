-- Guardians agree before another one is invited, nobody removes another guardian, and a birthdate on file is corrected
-- with a document.

-- Set with the first guardian and never again: only somebody who never had one invites a guardian themselves.
alter table person
  add column first_guardian_at timestamptz,
  -- The one correction that is possible within a day of sign-up.
  add column birthdate_corrected_at timestamptz;
update person p set first_guardian_at = coalesce(
  (select min(g.created_at) from guardian_link g where g.affiliate_id = p.affiliate_id),
  (select min(i.accepted_at) from guardian_invite i where i.affiliate_id = p.affiliate_id),
  (select min(e.at) from audit_entry e
    where e.subject = 'person:' || p.affiliate_id and e.action in ('guardian.added', 'child.added')));

create function note_first_guardian() returns trigger language plpgsql as $$
begin
  update person set first_guardian_at = new.created_at
  where affiliate_id = new.affiliate_id and first_guardian_at is null;
  return null;
end $$;
create trigger note_first_guardian after insert on guardian_link
  for each row execute function note_first_guardian();

alter table guardian_invite
  -- Null while other guardians can still veto it.
  add column sent_at timestamptz,
  -- Without a veto it is sent then.
  add column send_after timestamptz,
  add column vetoed_at timestamptz,
  add column vetoed_by bigint,
  add column withdrawn_by bigint,
  add column is_by_staff boolean not null default false;
update guardian_invite set sent_at = created_at;

-- Other guardians who agree with an invitation that is not sent yet.
create table guardian_agreement (
  affiliate_id bigint not null,
  invite_id uuid not null,
  guardian_id bigint not null,
  agreed_at timestamptz not null default now(),
  primary key (affiliate_id, invite_id, guardian_id),
  foreign key (affiliate_id, invite_id) references guardian_invite on delete cascade
);
comment on table guardian_agreement is 'personal: export, delete on erasure';

-- A guardian who is asked to step down, or who no longer is one and can have that reviewed.
create table guardian_removal (
  affiliate_id bigint not null references person,
  id uuid not null unique default gen_random_uuid(),
  guardian_id bigint not null,
  -- Another guardian, the guardian themselves, or staff.
  requested_by bigint not null,
  kind text not null check (kind in ('agreed', 'stepped_down', 'staff')),
  state text not null check (state in ('requested', 'canceled', 'declined', 'removed', 'restored')),
  -- What staff wrote.
  reason text not null default '',
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  review_until timestamptz,
  review_requested_at timestamptz,
  review_text text not null default '',
  reviewed_at timestamptz,
  reviewed_by bigint,
  primary key (affiliate_id, id)
);
create unique index guardian_removal_open on guardian_removal (affiliate_id, guardian_id) where state = 'requested';
create index guardian_removal_guardian on guardian_removal (guardian_id);
create index guardian_removal_review on guardian_removal (review_requested_at)
  where review_requested_at is not null and reviewed_at is null;
comment on table guardian_removal is 'personal: export, delete on erasure';
-- Written to the association: the child and the other guardians do not get it.
comment on column guardian_removal.review_text is 'secret';

-- A birthdate that the person or a guardian asks to have corrected, with a document that shows it. The document is
-- deleted 30 days after the decision.
create table birthdate_correction (
  affiliate_id bigint not null references person,
  id uuid not null unique,
  birthdate date not null check (birthdate >= '1900-01-01'),
  former date not null,
  requested_by bigint not null,
  requested_at timestamptz not null default now(),
  content_type text,
  file_key text,
  state text not null default 'open' check (state in ('open', 'withdrawn', 'approved', 'declined')),
  -- What staff wrote.
  reason text not null default '',
  decided_by bigint,
  decided_at timestamptz,
  primary key (affiliate_id, id)
);
create unique index birthdate_correction_open on birthdate_correction (affiliate_id) where state = 'open';
create index birthdate_correction_queue on birthdate_correction (requested_at) where state = 'open';
comment on table birthdate_correction is 'personal: export, delete on erasure';
comment on column birthdate_correction.file_key is 'sealed file: birthdate-document';
