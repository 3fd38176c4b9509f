-- Notifications in the portal, and what people want to be notified of.

-- The message is stored in the language it was sent in, with the values it was made of, so that it can be shown in another one later.
create table notification (
  affiliate_id bigint not null references person,
  id uuid not null default gen_random_uuid(),
  timestamp timestamptz not null default now(),
  read boolean not null default false,
  name text not null,
  url text,
  message text not null,
  kind text not null,
  values jsonb not null default '{}',
  locale text not null,
  -- Grows with each change, so that a page that receives two events together keeps the newer.
  version integer not null default 1,
  -- Deleted, and can be restored for a day.
  deleted_at timestamptz,
  primary key (affiliate_id, id)
) partition by range (affiliate_id);
create index notification_newest on notification (affiliate_id, timestamp desc, id desc) where deleted_at is null;
create index notification_unread on notification (affiliate_id, timestamp desc, id desc) where deleted_at is null and not read;
create index notification_deleted on notification (deleted_at) where deleted_at is not null;
comment on table notification is 'personal: export, delete on erasure';
-- A fifth of a large table, the usual limit, is months of changes. Index-only scans need vacuumed pages.
create table notification_first partition of notification for values from (minvalue) to (2000000)
  with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create table notification_default partition of notification default
  with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- Without a row the default of the kind applies.
create table notification_choice (
  affiliate_id bigint not null references person,
  kind text not null,
  in_portal boolean not null,
  by_mail boolean not null,
  -- A muted kind reaches no one, and keeps the chosen channels for the time after.
  is_muted boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (affiliate_id, kind)
);
comment on table notification_choice is 'personal: export, delete on erasure';
