-- What a person was told. The words are kept in the language they were told in, and what they were made of beside
-- them, so that another language can say the same later.
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
  -- Grows with each change, so that a page that hears of two at once keeps the newer.
  version integer not null default 1,
  -- Deleted, and for a day still to be had back.
  deleted_at timestamptz,
  primary key (affiliate_id, id)
);
create index notification_newest on notification (affiliate_id, timestamp desc, id desc) where deleted_at is null;
create index notification_unread on notification (affiliate_id, timestamp desc, id desc) where deleted_at is null and not read;
create index notification_deleted on notification (deleted_at) where deleted_at is not null;
comment on table notification is 'personal: export, delete on erasure';

-- What somebody has chosen to hear of, and where; without a row the kind's own default holds.
create table notification_choice (
  affiliate_id bigint not null references person,
  kind text not null,
  in_portal boolean not null,
  by_mail boolean not null,
  updated_at timestamptz not null default now(),
  primary key (affiliate_id, kind)
);
comment on table notification_choice is 'personal: export, delete on erasure';

-- Whoever sends a mail has it for this long; no transaction is held while a mail server thinks.
alter table mail_outbox add column claimed_until timestamptz;
