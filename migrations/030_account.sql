-- People of the portal, how they are reached, and their sessions.

create sequence affiliate_id_seq start 500001;
-- Members become professionals with a number of their own.
create sequence member_number_seq start 410001;

-- Who a person is to the account service is `sub`; who they are to the association is affiliate_id.
create table person (
  affiliate_id bigint primary key default nextval('affiliate_id_seq'),
  sub text not null unique,
  global_uuid uuid not null unique default gen_random_uuid(),
  affiliate_type_id smallint not null default 1 check (affiliate_type_id in (1, 2, 3, 4, 9)),
  -- Family members may share one address, so it is not unique.
  email text,
  -- Whether the address is proven. The account service's own copy is account.email_verified_at; an outside issuer says so with
  -- every sign-in.
  email_verified_at timestamptz,
  given_name text not null default '',
  middle_name text not null default '',
  family_name text not null default '',
  birthdate date check (birthdate >= '1900-01-01'),
  -- The one correction that is possible within a day of sign-up.
  birthdate_corrected_at timestamptz,
  gender text check (gender in ('Male', 'Female', 'Non-binary', 'Prefer not to say')),
  language text not null default 'en-US',
  unit text not null default 'Metric' check (unit in ('Metric', 'Imperial')),
  member_number integer unique,
  member_status text check (member_status in ('Active', 'Inactive')),
  store_number integer unique,
  city text not null default '',
  country text not null default '',
  available_credit_minor bigint check (available_credit_minor >= 0),
  available_credit_currency char(3),
  -- Set with the first guardian and never again: only someone who never had one invites a guardian themselves.
  first_guardian_at timestamptz,
  -- The desk searches names as they are typed: given name first or family name first. The space before the first word marks it as
  -- the beginning of a word.
  search_name text collate "C",
  search_family_name text collate "C",
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check ((available_credit_minor is null) = (available_credit_currency is null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
comment on table person is 'personal: export, anonymise on erasure';

-- A trigger derives both columns from the names, so they change and are erased with them.
create function set_search_names() returns trigger language plpgsql as $$
begin
  new.search_name := ' ' || btrim(regexp_replace(
    fold_text(new.given_name || ' ' || new.middle_name || ' ' || new.family_name), '\s+', ' ', 'g'));
  new.search_family_name := ' ' || btrim(regexp_replace(
    fold_text(new.family_name || ' ' || new.given_name), '\s+', ' ', 'g'));
  return new;
end $$;
create trigger person_search_names before insert or update of given_name, middle_name, family_name on person
  for each row execute function set_search_names();

-- Prefixes are read from these in order, without the table.
create index person_search_name on person (search_name, affiliate_type_id, affiliate_id) where not starts_with(sub, 'erased:');
create index person_search_family_name on person (search_family_name, affiliate_type_id, affiliate_id)
  where not starts_with(sub, 'erased:');
-- Professionals and stores are few among all people.
create index person_search_professional on person (affiliate_type_id, search_name, affiliate_id)
  where affiliate_type_id in (2, 3, 4) and not starts_with(sub, 'erased:');
-- Names change rarely, and a pending list would be read by every search.
create index person_search_words on person using gin (search_name gin_trgm_ops) with (fastupdate = off);
create index person_search_email on person using gin (lower(email) gin_trgm_ops) with (fastupdate = off);
-- Finds complete addresses too.
create index person_email_prefix on person (lower(email) text_pattern_ops);
-- Everyone at the desk is notified of what comes in.
create index person_staff on person (affiliate_id) where affiliate_type_id = 9;

alter table security_log add foreign key (affiliate_id) references person;

-- A signed-in browser. The cookie has the secret; here is only its hash. The account service's tokens are encrypted.
create table session (
  affiliate_id bigint not null references person,
  id uuid not null default gen_random_uuid(),
  secret_hash text not null,
  -- link: made from a bearer token of a link. command: made with npm run token, to try the API.
  origin text not null default 'sign-in' check (origin in ('sign-in', 'link', 'command')),
  -- A session made from another session's token ends with it.
  parent_id uuid,
  -- The session of the account service that this one came from. Signing out ends both, and whatever else came from it.
  issuer_session_id text,
  refresh_token text,
  user_agent text not null default '',
  ip text not null default '',
  -- Whether it was opened with two factors. Staff need it.
  has_second_factor boolean not null default false,
  -- The passkeys and authenticator apps that opened the session or were set up in it: the first proof of an address keeps those of
  -- the session that gave it.
  credential_ids text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  issuer_checked_at timestamptz not null default now(),
  -- When the person last proved who they are in this session: by password, passkey or second factor.
  confirmed_at timestamptz,
  -- Staff who keep working at the desk keep their confirmation until then.
  confirmed_until timestamptz,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (affiliate_id, id)
) partition by range (affiliate_id);
create index session_ended on session (ended_at) where ended_at is not null;
create index session_parent on session (affiliate_id, parent_id) where parent_id is not null;
create index session_issuer_session on session (issuer_session_id) where ended_at is null;
-- Finds the sessions that are deleted.
create index session_over on session (least(ended_at, expires_at));
comment on table session is 'personal: export, delete on erasure';
comment on column session.secret_hash is 'secret';
comment on column session.refresh_token is 'secret';
comment on column session.credential_ids is 'secret';
-- Rows change in columns without an index: with room on the page the indexes aren't touched.
create table session_first partition of session for values from (minvalue) to (2000000)
  with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
create table session_default partition of session default with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
-- A session and the one that it was made from belong to one person, so to one partition.
alter table session_first add foreign key (affiliate_id, parent_id) references session_first on delete cascade;
alter table session_default add foreign key (affiliate_id, parent_id) references session_default on delete cascade;

-- A bearer token of a link is accepted once.
create table taken_token (
  token_id text primary key,
  expires_at timestamptz not null
);
-- Expired ones are deleted whenever another link is opened.
create index taken_token_expires_at on taken_token (expires_at);
comment on table taken_token is 'not personal';

-- An address that staff correct. It takes effect once the new address is proven, and the old one can take it back.
create table email_correction (
  affiliate_id bigint not null references person,
  id uuid not null default gen_random_uuid(),
  old_email text not null,
  new_email text not null check (length(new_email) between 3 and 254),
  reason text not null,
  requested_by bigint not null references person,
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  reverted_at timestamptz,
  primary key (affiliate_id, id),
  check (cancelled_at is null or confirmed_at is null),
  check (reverted_at is null or confirmed_at is not null)
);
create unique index email_correction_pending on email_correction (affiliate_id)
  where confirmed_at is null and cancelled_at is null;
create index email_correction_person on email_correction (affiliate_id, requested_at desc);
create index email_correction_old_email on email_correction (lower(old_email));
comment on table email_correction is 'personal: export, delete on erasure';

-- A birthdate that the person or a guardian asks to have corrected, with a document that shows it. The document is
-- deleted 30 days after the decision.
create table birthdate_correction (
  affiliate_id bigint not null references person,
  id uuid not null unique,
  birthdate date not null check (birthdate >= '1900-01-01'),
  former date not null,
  requested_by bigint not null,
  requested_at timestamptz not null default now(),
  content_type text,
  file_key text,
  state text not null default 'open' check (state in ('open', 'withdrawn', 'approved', 'declined')),
  -- What staff wrote.
  reason text not null default '',
  decided_by bigint,
  decided_at timestamptz,
  primary key (affiliate_id, id)
);
create unique index birthdate_correction_open on birthdate_correction (affiliate_id) where state = 'open';
create index birthdate_correction_queue on birthdate_correction (requested_at) where state = 'open';
-- Whether a file still has a row.
create index birthdate_correction_file on birthdate_correction (file_key) where file_key is not null;
comment on table birthdate_correction is 'personal: export, delete on erasure';
comment on column birthdate_correction.file_key is 'sealed file: birthdate-document';

-- Addresses and numbers are encrypted, because no query looks for them and a stolen backup must not show them.
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

-- Every change of a number, in order, until it was delivered to the sync queue.
create table phone_change (
  affiliate_id bigint not null references person,
  -- Drawn before the row is inserted, because its encrypted number is authenticated with it.
  seq bigint generated by default as identity,
  event_id uuid not null default gen_random_uuid(),
  sealed_number text not null,
  changed_at timestamptz not null default now(),
  delivered_at timestamptz,
  primary key (affiliate_id, seq)
);
create index phone_change_waiting on phone_change (affiliate_id, seq) where delivered_at is null;
comment on table phone_change is 'personal: export, delete on erasure';
comment on column phone_change.sealed_number is 'sealed: contact';

-- The sync queue itself, if the association has no other: what was delivered, once each.
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

-- The newest photo, and the newest approved one, which cards show until another is approved.
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

create table data_export (
  affiliate_id bigint not null references person,
  id uuid not null default gen_random_uuid(),
  requested_by bigint not null,
  requested_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed', 'expired')),
  -- In percent.
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

-- A person who asked to be erased can change their mind until due_at.
create table account_deletion (
  affiliate_id bigint primary key references person,
  requested_by bigint not null,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null
);
create index account_deletion_due on account_deletion (due_at);
comment on table account_deletion is 'personal: export, delete on erasure';

-- What other features may know of a person. Each of these rules exists only here: how a name is written, and who counts as an
-- active instructor, professional, store or staff member.

-- Names in Han, Kana and Hangul have the family name first and no space; Hungarian names have the family name first
-- (platform/shared/person-name.ts has the same rule for the browser).
create function format_person_name(given text, middle text, family text, language text) returns text
language sql stable parallel safe
return case
  when family || given || middle ~ E'^[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]+$'
    then family || given || middle
  when language = 'hu-HU' then concat_ws(' ', nullif(family, ''), nullif(given, ''), nullif(middle, ''))
  else concat_ws(' ', nullif(given, ''), nullif(middle, ''), nullif(family, ''))
end;

-- A card is signed and shown everywhere, so its name doesn't depend on the language. Searches look for both orders.
create view person_name as
select affiliate_id, given_name, language, starts_with(sub, 'erased:') as is_erased,
  format_person_name(given_name, middle_name, family_name, language) as full_name,
  format_person_name(given_name, '', family_name, language) as short_name,
  format_person_name(given_name, middle_name, family_name, '') as card_name,
  concat_ws(E'\n', format_person_name(given_name, middle_name, family_name, language),
    concat_ws(' ', nullif(given_name, ''), nullif(middle_name, ''), nullif(family_name, ''))) as search_names
from person;

-- Divemasters and instructors, also those whose membership lapsed.
create view professional as
select affiliate_id, member_number, member_status, affiliate_type_id = 3 as is_instructor
from person where affiliate_type_id in (2, 3);

create view active_professional as
select affiliate_id, member_number from person where affiliate_type_id in (2, 3) and member_status = 'Active';

-- Who may teach now: verify training dives, sign skills and certify.
create view active_instructor as
select affiliate_id, member_number from person where affiliate_type_id = 3 and member_status = 'Active';

create view active_store as
select affiliate_id, store_number from person where affiliate_type_id = 4 and not starts_with(sub, 'erased:');

create view staff_member as
select affiliate_id from person where affiliate_type_id = 9 and not starts_with(sub, 'erased:');
