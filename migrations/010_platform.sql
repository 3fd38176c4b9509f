-- What every feature uses: flags, events, mail, logs and keys. Nothing here knows what the product is about.
--
-- Comments on tables say whether their rows are personal (decision 009). Comments on columns steer export and erasure
-- (src/platform/server/privacy/personal-data.ts):
--   secret                   never exported
--   sealed: <purpose>        encrypted; an export decrypts it
--   sealed by <column>       encrypted with the key in this column of the same row; an export decrypts it
--   file                     the key of a stored file; an export contains the file, an erasure deletes it
--   sealed file: <purpose>   the same, and the file is encrypted
--   sealed file by <column>  the same, with the key in this column of the same row

create extension if not exists pg_trgm;

create table feature_flag (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by text not null
);
comment on table feature_flag is 'not personal';

-- Removes case and accents in the same way as normalizeForSearch (platform/shared/search-text.ts): the class below is \p{M}, which
-- PostgreSQL's regular expressions don't know.
create function fold_text(given text) returns text language sql immutable parallel safe return
  translate(replace(lower(regexp_replace(normalize(given, nfkd), '[' ||
    '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670' ||
    '\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd' ||
    '\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903' ||
    '\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd' ||
    '\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75' ||
    '\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c' ||
    '\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd' ||
    '\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc' ||
    '\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44' ||
    '\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3' ||
    '\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f' ||
    '\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064' ||
    '\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753' ||
    '\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b' ||
    '\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82' ||
    '\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff' ||
    '\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f' ||
    '\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d' ||
    '\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4' ||
    '\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f' ||
    '\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06' ||
    '\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27' ||
    '\U00010d69-\U00010d6d\U00010eab-\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85' ||
    '\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082' ||
    '\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173' ||
    '\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237' ||
    '\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344' ||
    '\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c' ||
    '\U00011370-\U00011374\U000113b8-\U000113c0\U000113c2\U000113c5\U000113c7-\U000113ca\U000113cc-\U000113d0' ||
    '\U000113d2\U000113e1-\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5' ||
    '\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b' ||
    '\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940' ||
    '\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a' ||
    '\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99' ||
    '\U00011b60-\U00011b67\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6' ||
    '\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e' ||
    '\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03' ||
    '\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f' ||
    '\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4' ||
    '\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169' ||
    '\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244' ||
    '\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf' ||
    '\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a' ||
    '\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee-\U0001e5ef' ||
    '\U0001e6e3\U0001e6e6\U0001e6ee-\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a' ||
    '\U000e0100-\U000e01ef' ||
    ']', '', 'g')), 'ß', 'ss'),
    '‘’ʼøłđıς', '''''''oldiσ');

-- Payloads of events that are too long for a notification.
create table pubsub_payload (
  id uuid primary key default gen_random_uuid(),
  payload text not null,
  created_at timestamptz not null default now()
);
create index pubsub_payload_created_at on pubsub_payload (created_at);
comment on table pubsub_payload is 'not personal';

-- Events wait here from the commit of their transaction until a process announces them. NOTIFY inside the transaction of a change
-- made PostgreSQL commit such transactions one at a time. Unlogged, because a crash also ends the connections that listen, and their
-- owners read everything again.
create unlogged table event_outbox (
  id bigint not null generated always as identity,
  message text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, vacuum_truncate = off);
comment on table event_outbox is 'not personal';

-- Publishes an event when the transaction commits. Statements and the server call this function only, so that events can be
-- delivered differently without changing their callers.
create function publish_event(event_channel text, event_payload json) returns void language plpgsql as $$
declare
  message text := json_build_object('channel', event_channel, 'payload', event_payload)::text;
  payload_id uuid;
begin
  -- PostgreSQL limits a notification to less than 8,000 bytes.
  if octet_length(message) > 7900 then
    delete from pubsub_payload where created_at < now() - interval '10 minutes';
    insert into pubsub_payload (payload) values (event_payload::text) returning id into payload_id;
    message := json_build_object('channel', event_channel, 'payloadId', payload_id)::text;
  end if;
  insert into event_outbox (message) values (message);
end $$;

-- Sends all committed events. The lock keeps their order, because processes would otherwise commit parts of it in any order. The id
-- makes every message different: PostgreSQL sends equal ones of a transaction only once.
create function announce_events() returns void language plpgsql as $$
declare
  event record;
begin
  if not exists (select from event_outbox) then return; end if;
  perform pg_advisory_xact_lock(hashtext('announce_events'));
  for event in
    with announced as (delete from event_outbox returning id, message) select id, message from announced order by id
  loop
    perform pg_notify('halocline', '{"id":' || event.id || ',' || substr(event.message, 2));
  end loop;
end $$;

-- The key is a hash, so that no address and no email is stored here.
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

-- The keys by which the operator signs documents. One whose private part is stored elsewhere is here to check with.
create table document_key (
  key_id text primary key,
  certificate text not null,
  sealed_private_key bytea,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index document_key_current on document_key ((retired_at is null))
  where retired_at is null and sealed_private_key is not null;
comment on table document_key is 'not personal';

-- The time in a UUID of version 7.
create function uuid_time(id uuid) returns timestamptz language sql immutable parallel safe
return timestamptz '1970-01-01 00:00:00+00'
  + ('x' || lpad(translate(left(id::text, 13), '-', ''), 16, '0'))::bit(64)::bigint * interval '1 millisecond';

-- Partitioned tables (decision 060) begin with one partition with room for the coming time and one for rows beyond all others. A
-- job creates the following ones.
create table mail_outbox (
  id uuid not null default gen_random_uuid(),
  affiliate_id bigint,
  to_address text not null,
  locale text not null,
  subject text not null,
  text text not null,
  html text not null,
  headers jsonb not null default '{}',
  -- kept: no mail server is configured. refused: the receiver's server will never accept it.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'refused')),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  -- Whoever sends a mail has it for this long, because no transaction is held while a mail server responds.
  claimed_until timestamptz,
  primary key (id, created_at),
  -- Two mails with one id have one time, so they can't be in two partitions.
  constraint mail_outbox_id_time check (substr(id::text, 15, 1) <> '7' or created_at = uuid_time(id))
) partition by range (created_at);
create index mail_outbox_created_at on mail_outbox (created_at desc);
create index mail_outbox_affiliate_id on mail_outbox (affiliate_id) where affiliate_id is not null;
comment on table mail_outbox is 'personal: export, delete on erasure';
-- The headers of a mail can contain a token, with which the reader unsubscribes.
comment on column mail_outbox.headers is 'secret';
-- Emptied once a mail is sent; until then it may contain a link that is a secret.
comment on column mail_outbox.text is 'secret';
comment on column mail_outbox.html is 'secret';
-- Rows change in columns without an index: with room on the page the indexes aren't touched.
create table mail_outbox_first partition of mail_outbox
  for values from (minvalue) to ((date_trunc('week', now() at time zone 'UTC') + interval '9 weeks') at time zone 'UTC')
  with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);
create table mail_outbox_default partition of mail_outbox default
  with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);

-- Sign-ins, failures, refused calls and changes of factors, for 12 months.
create sequence security_log_seq;
create table security_log (
  id bigint not null default nextval('security_log_seq'),
  occurred_at timestamptz not null default now(),
  kind text not null,
  -- Null if nobody was signed in and the address belongs to no account. 030_account.sql adds the reference.
  affiliate_id bigint,
  -- Of an address that belongs to no account: a keyed hash shows repeated tries, but not the address.
  address_hash text,
  ip text not null default '',
  user_agent text not null default '',
  session_id uuid,
  data jsonb not null default '{}',
  -- Refused calls and forged tokens are counted per person, call and hour; everything else is a row of its own.
  count integer not null default 1 check (count > 0),
  correlation_id text not null default '',
  counter_key text,
  primary key (id, occurred_at)
) partition by range (occurred_at);
-- A column of a partition can't be an identity before PostgreSQL 17.
alter sequence security_log_seq owned by security_log.id;
create unique index security_log_counter on security_log (counter_key, occurred_at) where counter_key is not null;
create index security_log_person on security_log (affiliate_id, id desc) where affiliate_id is not null;
create index security_log_address on security_log (address_hash, id desc) where address_hash is not null;
create index security_log_kind on security_log (kind, id desc);
create index security_log_occurred_at on security_log (occurred_at);
comment on table security_log is 'personal: export, delete on erasure';
comment on column security_log.counter_key is 'secret';
comment on column security_log.address_hash is 'secret';
-- Rows that only grow: their pages are frozen when they are first vacuumed, so vacuum never has to read a full partition again.
-- They are vacuumed often, because lists read them with index-only scans.
create table security_log_first partition of security_log
  for values from (minvalue) to ((date_trunc('month', now() at time zone 'UTC') + interval '3 months') at time zone 'UTC')
  with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0);
create table security_log_default partition of security_log default
  with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0);

-- The audit log is 64 chains (decision 057): each entry contains the hash of the one before it.
create sequence audit_entry_seq;
create table audit_entry (
  -- The order of all entries. It has gaps. It is drawn while the chain is locked, so it is also the order of each chain.
  seq bigint primary key default nextval('audit_entry_seq'),
  chain smallint not null,
  -- The place of the entry in its chain, without gaps.
  chain_seq bigint not null,
  at timestamptz not null,
  actor_affiliate_id bigint,
  action text not null,
  subject text not null,
  data jsonb not null,
  correlation_id text not null,
  prev_hash text not null,
  hash text not null
) partition by range (seq);
alter sequence audit_entry_seq owned by audit_entry.seq;
create index audit_entry_action on audit_entry (action, seq);
-- Entries of a person or a subject are found by action too: the actions of each are few, and the newest entries of each action
-- are read in order.
create index audit_entry_actor_action on audit_entry (actor_affiliate_id, action, seq);
create index audit_entry_subject_action on audit_entry (subject, action, seq);
comment on table audit_entry is 'personal: export, keep on erasure (proof of what was done; it names people by number only)';
-- Only grows, like security_log.
create table audit_entry_first partition of audit_entry for values from (minvalue) to (50000000)
  with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0);
create table audit_entry_default partition of audit_entry default
  with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0);

-- Where each chain ends. Rows are updated in place, for which the pages have room.
create table chain_head (
  log text not null check (log in ('audit', 'form')),
  chain smallint not null,
  entries bigint not null,
  -- Of the last entry; 0 if there is none.
  seq bigint not null,
  hash text not null,
  primary key (log, chain)
) with (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on table chain_head is 'not personal';
insert into chain_head (log, chain, entries, seq, hash)
select log, chain, 0, 0, '' from unnest('{audit,form}'::text[]) log, generate_series(1, 64) chain;

-- Links entries to their chains, in the order in which they are given, and locks the chains until the commit. Chains are locked in
-- their order, so that two transactions can't wait for each other. An entry is an object with its chain and the digest of its
-- content, and is returned with its link.
create function append_to_chains(log_name text, entries jsonb)
returns table (entry jsonb, seq bigint, chain smallint, chain_seq bigint, prev_hash text, hash text) language plpgsql as $$
declare
  head record;
  counts bigint[];
  seqs bigint[];
  hashes text[];
begin
  for head in
    select h.chain, h.entries, h.hash from chain_head h
    where h.log = log_name and h.chain in (select (e ->> 'chain')::smallint from jsonb_array_elements(append_to_chains.entries) e)
    order by h.chain for update
  loop
    counts[head.chain] := head.entries;
    hashes[head.chain] := head.hash;
  end loop;
  for entry in select e from jsonb_array_elements(append_to_chains.entries) with ordinality as elements(e, place) order by place loop
    chain := (entry ->> 'chain')::smallint;
    if counts[chain] is null then raise exception 'chain % of the % log has no head', chain, log_name; end if;
    seq := nextval(log_name || '_entry_seq');
    chain_seq := counts[chain] + 1;
    prev_hash := hashes[chain];
    hash := encode(sha256(convert_to(
      concat_ws(' ', log_name, chain, chain_seq, seq, prev_hash, entry ->> 'digest'), 'UTF8')), 'hex');
    counts[chain] := chain_seq;
    seqs[chain] := seq;
    hashes[chain] := hash;
    return next;
  end loop;
  update chain_head h set entries = counts[h.chain], seq = seqs[h.chain], hash = hashes[h.chain]
  where h.log = log_name and h.chain in (select (e ->> 'chain')::smallint from jsonb_array_elements(append_to_chains.entries) e);
end $$;

-- Signed states of all chains. Each contains the chains that changed since the one before, and every 64th contains all of them.
create table chain_checkpoint (
  id bigint primary key,
  at timestamptz not null,
  -- [{"log", "chain", "entries", "seq", "hash"}, …]
  heads jsonb not null,
  prev_hash text not null,
  hash text not null,
  -- The document key whose certificate verifies the signature of the hash.
  key_id text not null,
  signature bytea not null
);
comment on table chain_checkpoint is 'not personal';

-- The checkpoint up to which a log was last verified. The MAC is made with SECRET_KEY, so that it can't be set in the database.
create table chain_verification (
  log text primary key,
  checkpoint_id bigint not null,
  checkpoint_hash text not null,
  at timestamptz not null,
  mac text not null
);
comment on table chain_verification is 'not personal';
