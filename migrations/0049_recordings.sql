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
  id bigint not null generated always as identity,
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
  -- The packed recording, compressed with zstd and encrypted.
  sealed_recording bytea not null,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, id),
  foreign key (affiliate_id, log_id) references dive_log on delete cascade,
  foreign key (affiliate_id, import_id) references dive_import on delete set null (import_id)
);
comment on table dive_recording is 'personal: export, delete on erasure';
comment on column dive_recording.sealed_recording is 'sealed: dive-recording';
-- Compressed and encrypted bytes don't compress again.
alter table dive_recording alter column sealed_recording set storage external;
create index dive_recording_log on dive_recording (affiliate_id, log_id, position);
create index dive_recording_fingerprint on dive_recording (affiliate_id, fingerprint);
create index dive_recording_import on dive_recording (affiliate_id, import_id) where import_id is not null;

-- Dives before the logbook: the number of its first dive.
create table logbook_setting (
  affiliate_id bigint primary key references person,
  first_dive_number integer not null check (first_dive_number between 1 and 100000)
);
comment on table logbook_setting is 'personal: export, delete on erasure';

-- When a photo was taken, on the camera's clock, so that it can be shown at its moment of the dive. Never where.
alter table dive_photo add column taken_at timestamp;
