-- How a person is addressed and reached, what the account page keeps, and what an export may say.
--
-- Comments on columns steer export and erasure (platform/server/personal-data.ts):
--   secret                 never leaves
--   sealed: <purpose>      encrypted; an export opens it
--   file                   the key of a stored file; an export contains it, an erasure deletes it
--   sealed file: <purpose> the same, and the file itself is encrypted

alter table person add column unit text not null default 'Metric' check (unit in ('Metric', 'Imperial'));

comment on column account.password_hash is 'secret';
comment on column session.secret_hash is 'secret';
comment on column session.refresh_token is 'secret';
comment on column session.id_token is 'secret';
-- Emptied once a mail is sent; until then it may hold a link that opens something.
comment on column mail_outbox.text is 'secret';
comment on column mail_outbox.html is 'secret';

-- Nothing of an address or a number is looked for in a query, so both are sealed: a stolen backup does not tell them.
create table mailing_address (
  affiliate_id bigint primary key references person,
  sealed_address text not null,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on table mailing_address is 'personal: export, delete on erasure';
comment on column mailing_address.sealed_address is 'sealed: contact';

create table phone_number (
  affiliate_id bigint primary key references person,
  sealed_number text not null,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on table phone_number is 'personal: export, delete on erasure';
comment on column phone_number.sealed_number is 'sealed: contact';

-- Every change of a number, in order, until the sync queue has taken it.
create table phone_change (
  affiliate_id bigint not null references person,
  seq bigint generated always as identity,
  event_id uuid not null default gen_random_uuid(),
  sealed_number text not null,
  changed_at timestamptz not null default now(),
  delivered_at timestamptz,
  primary key (affiliate_id, seq)
);
create index phone_change_waiting on phone_change (affiliate_id, seq) where delivered_at is null;
comment on table phone_change is 'personal: export, delete on erasure';
comment on column phone_change.sealed_number is 'sealed: contact';

-- The sync queue itself, where the association has no other: what came in, once each.
create table sync_event (
  affiliate_id bigint not null references person,
  id uuid not null,
  event_type text not null,
  sealed_event text not null,
  received_at timestamptz not null default now(),
  primary key (affiliate_id, id)
);
comment on table sync_event is 'personal: export, delete on erasure';
comment on column sync_event.sealed_event is 'sealed: contact';

-- The newest photo, and the newest approved one, which cards keep until another is approved.
create table person_photo (
  affiliate_id bigint not null references person,
  id uuid not null default gen_random_uuid(),
  file_key text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text check (length(reason) between 1 and 500),
  uploaded_by bigint not null,
  uploaded_at timestamptz not null default now(),
  decided_by bigint,
  decided_at timestamptz,
  primary key (affiliate_id, id),
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'rejected') = (reason is not null))
);
create index person_photo_waiting on person_photo (uploaded_at) where status = 'pending';
comment on table person_photo is 'personal: export, delete on erasure';
comment on column person_photo.file_key is 'sealed file: person-photo';

-- A better way in than a password. Belongs to the account service, which knows people by sub.
create table passkey (
  sub uuid not null references account on delete cascade,
  id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (sub, id)
);
comment on table passkey is 'personal: export, delete on erasure';

create table data_export (
  affiliate_id bigint not null references person,
  id uuid not null default gen_random_uuid(),
  requested_by bigint not null,
  requested_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed', 'expired')),
  -- Out of a hundred.
  progress smallint not null default 0 check (progress between 0 and 100),
  file_key text,
  bytes bigint,
  ready_at timestamptz,
  expires_at timestamptz,
  primary key (affiliate_id, id)
);
-- One at a time for each person.
create unique index data_export_open on data_export (affiliate_id) where state in ('waiting', 'running');
comment on table data_export is 'personal: not exported, delete on erasure (the export itself)';
comment on column data_export.file_key is 'sealed file: data-export';

-- Whoever asked to be forgotten has until due_at to change their mind.
create table account_deletion (
  affiliate_id bigint primary key references person,
  requested_by bigint not null,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null
);
create index account_deletion_due on account_deletion (due_at);
comment on table account_deletion is 'personal: export, delete on erasure';
