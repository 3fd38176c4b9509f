-- Discover Scuba Diving.

-- The progress of a guest.
create table dsd_checkpoint (
  affiliate_id bigint primary key references person,
  store_number integer,
  member_number integer,
  status text not null check (lower(status) in ('welcome', 'affiliation', 'forms', 'forms-submitted', 'completed', 'processed')),
  -- The signed record.
  document_id uuid,
  -- Who said that the dive was made.
  processed_by bigint,
  -- The day of the dive as the guest entered it. The mail to a minor's guardian names it.
  dive_on date,
  -- When the guest or a guardian removed a photo that another person had added. From then on only they add one.
  photo_declined_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index dsd_checkpoint_store on dsd_checkpoint (store_number) where store_number is not null;
create index dsd_checkpoint_member on dsd_checkpoint (member_number) where member_number is not null;
comment on table dsd_checkpoint is 'personal: export, delete on erasure';

create table dsd_affiliation (
  affiliate_id bigint not null references person,
  document_id uuid not null,
  store_number integer,
  member_number integer,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, document_id)
);
comment on table dsd_affiliation is 'personal: export, delete on erasure';

-- A photo of the dive, added by the guest, a guardian, or the store or professional who took them diving.
create table dsd_photo (
  affiliate_id bigint primary key references person,
  file_key text not null unique,
  added_by bigint not null,
  added_at timestamptz not null
);
comment on table dsd_photo is 'personal: export, delete on erasure';
comment on column dsd_photo.file_key is 'sealed file: dsd-photo';
