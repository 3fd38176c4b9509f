-- Guardians and their children.

-- The link is the permission: a guardian may act for the minor.
create table guardian_link (
  affiliate_id bigint not null references person,
  guardian_id bigint not null references person,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, guardian_id),
  check (affiliate_id <> guardian_id)
);
create index guardian_link_guardian on guardian_link (guardian_id);
comment on table guardian_link is 'personal: export, delete on erasure';

create function note_first_guardian() returns trigger language plpgsql as $$
begin
  update person set first_guardian_at = new.created_at
  where affiliate_id = new.affiliate_id and first_guardian_at is null;
  return null;
end $$;
create trigger note_first_guardian after insert on guardian_link
  for each row execute function note_first_guardian();

-- Guardians who were removed or whose child has come of age are still family: they confirm and certify nothing for them.
create table former_guardian (
  affiliate_id bigint not null references person,
  guardian_id bigint not null,
  ended_at timestamptz not null default now(),
  primary key (affiliate_id, guardian_id)
);
create index former_guardian_guardian on former_guardian (guardian_id);
comment on table former_guardian is 'personal: export, delete on erasure';

-- A person's family, the person included: guardians, other children of those guardians, own children, and the other
-- guardians of those children. None of them may decide, confirm or certify anything for the person. Former guardians
-- count as family, however the link ended.
create view family_member as
with guardian as not materialized (
  select affiliate_id, guardian_id from guardian_link union all select affiliate_id, guardian_id from former_guardian
)
select affiliate_id, affiliate_id as member_id from person
union select affiliate_id, guardian_id from guardian
union select g.affiliate_id, s.affiliate_id from guardian g join guardian s on s.guardian_id = g.guardian_id
union select guardian_id, affiliate_id from guardian
union select g.guardian_id, s.guardian_id from guardian g join guardian s on s.affiliate_id = g.affiliate_id;

-- Who asked whom to be a guardian, until it is answered. The link itself is a single-use token.
create table guardian_invite (
  affiliate_id bigint not null references person,
  id uuid not null unique default gen_random_uuid(),
  email text not null,
  invited_by bigint not null,
  is_by_staff boolean not null default false,
  -- What waits for the guardian's signature.
  draft_id uuid,
  created_at timestamptz not null default now(),
  -- Null while other guardians can still veto it.
  sent_at timestamptz,
  -- Without a veto it is sent then.
  send_after timestamptz,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by bigint,
  withdrawn_at timestamptz,
  withdrawn_by bigint,
  vetoed_at timestamptz,
  vetoed_by bigint,
  primary key (affiliate_id, id)
);
create index guardian_invite_by on guardian_invite (invited_by);
-- Requests that the desk may approve.
create index guardian_invite_unsent on guardian_invite (created_at)
  where sent_at is null and accepted_at is null and withdrawn_at is null and vetoed_at is null;
comment on table guardian_invite is 'personal: export, delete on erasure';

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

-- Who was notified that they come of age, and who was handed their account.
create table handover (
  affiliate_id bigint primary key references person,
  warned_at timestamptz,
  done_at timestamptz
);
comment on table handover is 'personal: export, delete on erasure';
