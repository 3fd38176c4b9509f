-- The logbook.

-- A log is one row: SPEC's sub-forms have exactly one entry each, so tables of their own would only be joins. Dive numbers are
-- counted when they are read, because stored numbers made an early dive change the rows of all later ones.
create table dive_log (
  affiliate_id bigint not null references person,
  id bigint not null generated always as identity,
  -- Given by the client for a create that may be sent twice.
  key uuid,
  log_type text not null check (log_type in ('Training', 'Recreational')),
  status text not null default 'Draft' check (status in ('Draft', 'Pending', 'Verified', 'Returned', 'Logged')),
  version integer not null default 1,
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
  -- The rest of the sub-forms, in metric; and every measure as it was typed, so that no digit changes.
  skills text[] not null default '{}',
  conditions jsonb not null default '{}',
  equipment jsonb not null default '{}',
  experience jsonb not null default '{}',
  typed jsonb not null default '[]',
  -- Lists draw the outline of a recording without reading it: a letter for each of 60 intervals.
  outline text constraint dive_log_outline check (length(outline) = 60),
  -- Title, place, course, buddies and notes without case and accents.
  search_text text not null default '',
  -- A dive from a file may lack what the file lacked.
  is_imported boolean not null default false,
  submitted_at timestamptz,
  verified_at timestamptz,
  verified_by bigint references person,
  verified_name text,
  -- Why an instructor verified a dive that deviates from the standard, and from what. Null and empty without deviation.
  verified_reason text check (length(verified_reason) between 1 and 1000),
  verified_deviations jsonb not null default '[]',
  returned_at timestamptz,
  returned_by bigint references person,
  returned_name text,
  returned_reason text,
  returned_fields jsonb not null default '[]',
  created_date timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Deleted, and can be restored for a day.
  deleted_at timestamptz,
  primary key (affiliate_id, id),
  check (log_type = 'Recreational' or status <> 'Logged'),
  check (log_type = 'Training' or status in ('Draft', 'Logged')),
  constraint dive_log_required check (status = 'Draft' or (dive_title <> '' and dive_date is not null
    and (is_imported and log_type = 'Recreational' or (dive_location <> '' and dive_type is not null
      and max_depth_m is not null and bottom_time_min is not null)))),
  check (log_type = 'Recreational' or status = 'Draft' or (memsys_member_number is not null and skills <> '{}')),
  check ((status = 'Verified') = (verified_at is not null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create unique index dive_log_key on dive_log (affiliate_id, key) where key is not null;
-- An id is enough for the instructor who was named.
create unique index dive_log_id on dive_log (id);
-- The list of a person, whatever it is sorted by, is read from this index alone; autovacuum has to keep up for that.
create index dive_log_by_date on dive_log (affiliate_id, dive_date desc, id desc)
  include (log_type, status, version, log_course, log_number, adventure_dive, dive_title, dive_location,
    max_depth_m, bottom_time_min, bottom_water_temp_c, typed, outline) where deleted_at is null;
-- Numbers, counts and sums read this index alone, which has a quarter of the size.
create index dive_log_counts on dive_log (affiliate_id, dive_date, id)
  include (log_type, status, bottom_time_min) where deleted_at is null;
create index dive_log_inbox on dive_log (memsys_member_number, submitted_at) where status = 'Pending' and deleted_at is null;
create index dive_log_deleted on dive_log (deleted_at) where deleted_at is not null;
comment on table dive_log is 'personal: export, delete on erasure';

-- Dives before the logbook: the number of its first dive.
create table logbook_setting (
  affiliate_id bigint primary key references person,
  first_dive_number integer not null check (first_dive_number between 1 and 100000)
);
comment on table logbook_setting is 'personal: export, delete on erasure';

-- Photos of dives show people, and children among them, so they are encrypted like every other picture of a person.
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
  -- On the camera's clock, so that it can be shown at its moment of the dive. Where it was taken is never stored.
  taken_at timestamp,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, log_id, id),
  foreign key (affiliate_id, log_id) references dive_log on delete cascade
);
comment on table dive_photo is 'personal: export, delete on erasure';
comment on column dive_photo.file_key is 'sealed file: dive-photo';
comment on column dive_photo.thumb_key is 'sealed file: dive-photo';

-- Places that everyone finds.
create table dive_site (
  id bigint primary key generated always as identity,
  name text not null unique,
  search_name text not null
);
create index dive_site_search on dive_site using gin (search_name gin_trgm_ops);
create index dive_site_prefix on dive_site (search_name text_pattern_ops);
comment on table dive_site is 'not personal';

-- Places that a person added: theirs alone, because a name may say where they live.
create table own_dive_site (
  affiliate_id bigint not null references person,
  id bigint not null generated always as identity,
  name text not null,
  search_name text not null,
  primary key (affiliate_id, id),
  unique (affiliate_id, search_name)
);
comment on table own_dive_site is 'personal: export, delete on erasure';

-- Recordings of dive computers, and the imports that brought them (decision 056).

-- An import of files by their owner. Its id comes from the client, so a repeated request doesn't create another one.
create table dive_import (
  affiliate_id bigint not null references person,
  id uuid not null,
  status text not null default 'uploading' check (status in ('uploading', 'importing', 'done', 'failed', 'undone')),
  -- The person's choices by file and dive, until the import is done.
  choices jsonb not null default '[]',
  dive_count integer not null default 0,
  done_count integer not null default 0,
  -- Why the files could not be imported, as a message key.
  problem text,
  created_at timestamptz not null default now(),
  -- When the dives were confirmed. An import whose job was lost is found by it.
  started_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  primary key (affiliate_id, id),
  check ((status in ('done', 'failed', 'undone')) = (finished_at is not null)),
  check ((status = 'undone') = (undone_at is not null))
);
comment on table dive_import is 'personal: export, delete on erasure';
-- Uploads that were never imported are deleted after a day.
create index dive_import_uploading on dive_import (created_at) where status = 'uploading';
create index dive_import_importing on dive_import (started_at) where status = 'importing';

-- The original files. A better reader can read them again years later.
create table dive_import_file (
  affiliate_id bigint not null references person,
  import_id uuid not null,
  position integer not null check (position between 0 and 999),
  name text not null check (length(name) between 1 and 255),
  bytes integer not null,
  -- Null once the original was deleted, because no dive of the logbook comes from it.
  file_key text unique,
  format text,
  -- Warnings that concern no single dive.
  warnings jsonb not null default '[]',
  primary key (affiliate_id, import_id, position),
  foreign key (affiliate_id, import_id) references dive_import on delete cascade
);
comment on table dive_import_file is 'personal: export, delete on erasure';
comment on column dive_import_file.file_key is 'sealed file: dive-recording';

-- What became of each dive of a file: the loss report.
create table dive_import_entry (
  affiliate_id bigint not null references person,
  import_id uuid not null,
  file integer not null,
  -- The place of the dive in its file.
  position integer not null,
  action text not null check (action in ('added', 'attached', 'present', 'skipped', 'failed')),
  log_id bigint,
  -- The version of the log after the import. A later one shows that it was edited since.
  log_version integer,
  fingerprint bytea not null,
  -- Values that were converted or left out, and the reader's warnings.
  report jsonb not null default '[]',
  is_undone boolean not null default false,
  primary key (affiliate_id, import_id, file, position),
  foreign key (affiliate_id, import_id) references dive_import on delete cascade
);
comment on table dive_import_entry is 'personal: export, delete on erasure';
-- Finds a dive that was imported before.
create index dive_import_entry_fingerprint on dive_import_entry (affiliate_id, fingerprint)
  where action in ('added', 'attached') and not is_undone;
create index dive_import_entry_log on dive_import_entry (affiliate_id, log_id) where log_id is not null;

create table dive_recording (
  affiliate_id bigint not null references person,
  -- Drawn before the row is inserted, because its encrypted samples are authenticated with it.
  id bigint not null generated by default as identity,
  log_id bigint not null,
  import_id uuid,
  file integer,
  -- Recordings of one dive in the order of its computers.
  position integer not null,
  fingerprint bytea not null,
  -- Vendor and model.
  computer text,
  start_local timestamp,
  utc_offset_min integer,
  duration_s integer,
  max_depth_m numeric(6, 3),
  sample_count integer not null,
  -- Made by the demo's simulation instead of a computer.
  is_simulated boolean not null default false,
  -- Whether the verifying instructor also sees heart rate, position and serial number.
  shares_details boolean not null default false,
  -- The packed recording, compressed with zstd and encrypted. Such bytes don't compress again.
  sealed_recording bytea storage external not null,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, id),
  foreign key (affiliate_id, log_id) references dive_log on delete cascade,
  foreign key (affiliate_id, import_id) references dive_import on delete set null (import_id)
);
comment on table dive_recording is 'personal: export, delete on erasure';
comment on column dive_recording.sealed_recording is 'sealed: dive-recording';
create index dive_recording_log on dive_recording (affiliate_id, log_id, position);
create index dive_recording_fingerprint on dive_recording (affiliate_id, fingerprint);
create index dive_recording_import on dive_recording (affiliate_id, import_id) where import_id is not null;
