-- The rails of the platform: nothing in here knows what the product is about.

create table feature_flag (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by text not null
);
comment on table feature_flag is 'not personal';

create table pubsub_payload (
  id uuid primary key default gen_random_uuid(),
  payload text not null,
  created_at timestamptz not null default now()
);
create index pubsub_payload_created_at on pubsub_payload (created_at);
comment on table pubsub_payload is 'not personal';

-- The key is a hash, so that no address and no e-mail is kept here.
create table rate_counter (
  key_hash text primary key,
  taken integer not null,
  ends_at timestamptz not null
);
create index rate_counter_ends_at on rate_counter (ends_at);
comment on table rate_counter is 'not personal';

create table link_token (
  token_hash text primary key,
  purpose text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index link_token_expires_at on link_token (expires_at);
comment on table link_token is 'personal: not exported, delete on erasure (short-lived secrets, removed when they expire)';

create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  affiliate_id bigint,
  to_address text not null,
  locale text not null,
  subject text not null,
  text text not null,
  html text not null,
  headers jsonb not null default '{}',
  -- kept: no mail server is configured. refused: the receiver's server will never take it.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'refused')),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text
);
create index mail_outbox_created_at on mail_outbox (created_at desc);
create index mail_outbox_affiliate_id on mail_outbox (affiliate_id) where affiliate_id is not null;
comment on table mail_outbox is 'personal: export, delete on erasure';

-- One chain for the whole product: each entry carries the hash of the one before it, and is numbered without gaps.
create table audit_entry (
  seq bigint primary key,
  at timestamptz not null,
  actor_affiliate_id bigint,
  action text not null,
  subject text not null,
  data jsonb not null,
  correlation_id text not null,
  prev_hash text not null,
  hash text not null
);
create index audit_entry_subject on audit_entry (subject, seq);
create index audit_entry_actor on audit_entry (actor_affiliate_id, seq);
comment on table audit_entry is 'personal: export, keep on erasure (proof of what was done; it names people by number only)';

-- Where the chain ends, so that entries cut off its end are missed. Its one row is locked by whoever appends.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  entries bigint not null,
  hash text not null
);
insert into audit_head (entries, hash) values (0, '');
comment on table audit_head is 'not personal';
