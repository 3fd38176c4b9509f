-- Where a person stands in the Discover Scuba Diving programme.
create table dsd_checkpoint (
  affiliate_id bigint primary key references person,
  store_number integer,
  member_number integer,
  status text not null check (lower(status) in ('welcome', 'affiliation', 'forms', 'forms-submitted', 'completed', 'processed')),
  updated_at timestamptz not null default now()
);
comment on table dsd_checkpoint is 'personal: export, delete on erasure';
