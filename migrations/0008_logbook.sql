-- The logbook. A log is one row: SPEC's sub-forms have exactly one entry each, so tables of their own would only be joins.
create extension if not exists pg_trgm;

create table dive_log (
  affiliate_id bigint not null references person,
  id bigint not null generated always as identity,
  -- Given by who creates it, so that a create that is sent twice makes one log.
  key uuid not null default gen_random_uuid(),
  log_type text not null check (log_type in ('Training', 'Recreational')),
  status text not null default 'Draft' check (status in ('Draft', 'Pending', 'Verified', 'Returned', 'Logged')),
  version integer not null default 1,
  -- Which dive of a person's life it is, in the order of their dates; null for a draft.
  dive_number integer,
  log_course text,
  log_number integer check (log_number between 1 and 99),
  adventure_dive text,
  dive_title text not null default '',
  dive_date date check (dive_date >= '1900-01-01'),
  dive_location text not null default '',
  dive_type text check (dive_type in ('Shore', 'Boat', 'Other')),
  memsys_member_number integer,
  max_depth_m numeric(6, 3) check (max_depth_m >= 0),
  bottom_time_min integer check (bottom_time_min >= 0),
  time_in time,
  time_out time,
  bottom_water_temp_c numeric(6, 3),
  -- The rest of the sub-forms, in metric; and every measure as it was typed, so that no digit drifts.
  skills text[] not null default '{}',
  conditions jsonb not null default '{}',
  equipment jsonb not null default '{}',
  experience jsonb not null default '{}',
  typed jsonb not null default '[]',
  -- Title, place, course, buddies and notes without case and accents.
  search_text text not null default '',
  verified_at timestamptz,
  verified_by bigint references person,
  verified_name text,
  returned_at timestamptz,
  returned_by bigint references person,
  returned_name text,
  returned_reason text,
  returned_fields jsonb not null default '[]',
  submitted_at timestamptz,
  created_date timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Deleted, and for a day still to be had back.
  deleted_at timestamptz,
  primary key (affiliate_id, id),
  unique (affiliate_id, key),
  check (log_type = 'Recreational' or status <> 'Logged'),
  check (log_type = 'Training' or status in ('Draft', 'Logged')),
  check (status = 'Draft' or (dive_title <> '' and dive_location <> '' and dive_date is not null and dive_type is not null
    and max_depth_m is not null and bottom_time_min is not null)),
  check (log_type = 'Recreational' or status = 'Draft' or (memsys_member_number is not null and skills <> '{}')),
  check ((status = 'Verified') = (verified_at is not null))
);
comment on table dive_log is 'personal: export, delete on erasure';
-- An id is enough for the instructor who was named.
create unique index dive_log_id on dive_log (id);
-- The list of a person, whatever it is sorted by, is read from this index alone; autovacuum has to keep up for that.
create index dive_log_by_date on dive_log (affiliate_id, dive_date desc, id desc)
  include (log_type, status, version, dive_number, log_course, log_number, adventure_dive, dive_title, dive_location,
    max_depth_m, bottom_time_min, bottom_water_temp_c, typed) where deleted_at is null;
alter table dive_log set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index dive_log_inbox on dive_log (memsys_member_number, submitted_at) where status = 'Pending' and deleted_at is null;
create index dive_log_deleted on dive_log (deleted_at) where deleted_at is not null;

create table dive_photo (
  affiliate_id bigint not null references person,
  log_id bigint not null,
  id uuid not null default gen_random_uuid(),
  file_key text not null,
  thumb_key text not null,
  width integer not null,
  height integer not null,
  caption text not null default '',
  position integer not null,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, log_id, id),
  foreign key (affiliate_id, log_id) references dive_log on delete cascade
);
comment on table dive_photo is 'personal: export, delete on erasure';
comment on column dive_photo.file_key is 'file';
comment on column dive_photo.thumb_key is 'file';

-- Places that everybody finds, and those that somebody added: theirs alone, since a name may say where they live.
create table dive_site (
  id bigint primary key generated always as identity,
  name text not null unique,
  search_name text not null
);
comment on table dive_site is 'not personal';
create index dive_site_search on dive_site using gin (search_name gin_trgm_ops);
create index dive_site_prefix on dive_site (search_name text_pattern_ops);

create table own_dive_site (
  affiliate_id bigint not null references person,
  id bigint not null generated always as identity,
  name text not null,
  search_name text not null,
  primary key (affiliate_id, id),
  unique (affiliate_id, search_name)
);
comment on table own_dive_site is 'personal: export, delete on erasure';
