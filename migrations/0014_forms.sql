-- Paperwork that is filled in, signed and kept, the people who sign for a child, and where a guest of Discover Scuba
-- Diving stands.
--
-- What a form says is encrypted with a key of its own (sealed_key, itself encrypted): without it nothing of the record
-- can be read any more, while the chain still proves that there was one. Comments on columns:
--   sealed by <column>       encrypted with the key of the same row; an export opens it
--   sealed file by <column>  the key of a stored file that is encrypted so

-- The keys by which the operator signs documents. One whose private part is kept elsewhere is here to check with.
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

-- Several forms that are filled in and signed together, while they are not yet signed by all.
create table form_draft (
  affiliate_id bigint not null references person,
  id uuid not null unique,
  packet text not null check (packet in ('dsd', 'course', 'medical')),
  region text not null check (region in ('US', 'EU', 'resort')),
  -- Of each form: {"medical": 1}.
  versions jsonb not null,
  store_number integer,
  member_number integer,
  -- The record that this one corrects.
  replaces uuid,
  -- The age that the forms were begun with.
  birthdate date not null,
  sealed_key text not null,
  sealed_answers text not null,
  -- With the first signature nothing can be changed any more but by taking it back.
  state text not null default 'filling' check (state in ('filling', 'signing')),
  revision integer not null default 0,
  begun_by bigint not null,
  begun_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Thrown away; for a day it can be had back.
  deleted_at timestamptz,
  primary key (affiliate_id, id)
);
create unique index form_draft_open on form_draft (affiliate_id, packet) where deleted_at is null;
comment on table form_draft is 'personal: export, delete on erasure';
comment on column form_draft.sealed_key is 'secret';
comment on column form_draft.sealed_answers is 'sealed by sealed_key';

create table form_signature (
  affiliate_id bigint not null,
  draft_id uuid not null,
  role text not null check (role in ('diver', 'guardian')),
  -- The same id is the same signature, sent again.
  id uuid not null unique,
  signer_id bigint not null,
  -- Name, strokes or typed name, acknowledged forms, language, address and browser.
  sealed_signature text not null,
  signed_at timestamptz not null,
  primary key (affiliate_id, draft_id, role),
  foreign key (affiliate_id, draft_id) references form_draft on delete cascade
);
comment on table form_signature is 'personal: not exported, delete on erasure (part of a record once all have signed)';
-- With the key of the draft.
comment on column form_signature.sealed_signature is 'secret';

-- Signed by all: never changed. What follows from it (a physician, a document, its end) is written beside it.
create table form_record (
  affiliate_id bigint not null references person,
  id uuid not null unique,
  packet text not null,
  region text not null,
  locale text not null,
  versions jsonb not null,
  store_number integer,
  member_number integer,
  replaces uuid,
  is_minor boolean not null,
  -- Answers, the words that were shown, who signed and how; null once its time has come.
  sealed_key text,
  sealed_content text,
  signed_at timestamptz not null,
  -- Only its medical part is ever out of date.
  valid_until date not null,
  keep_until date not null,
  removed_at timestamptz,
  -- none: nothing medical in it. review: a page was uploaded that somebody has to look at.
  medical_status text not null check (medical_status in ('none', 'clear', 'physician', 'review', 'approved', 'refused')),
  medical_changed_at timestamptz not null,
  -- How many links to a physician's page were made: only the newest works.
  physician_link integer not null default 0,
  -- When the diver was told that it ends soon.
  warned_at timestamptz,
  primary key (affiliate_id, id),
  check ((sealed_key is null) = (removed_at is not null) and (sealed_content is null) = (removed_at is not null))
);
create index form_record_store on form_record (store_number, signed_at desc) where store_number is not null;
create index form_record_member on form_record (member_number, signed_at desc) where member_number is not null;
create index form_record_kept on form_record (keep_until) where removed_at is null;
create index form_record_valid on form_record (valid_until) where warned_at is null and removed_at is null;
comment on table form_record is
  'personal: export, keep on erasure (what was signed may have to be shown; it is removed when its time has come)';
comment on column form_record.sealed_key is 'secret';
comment on column form_record.sealed_content is 'sealed by sealed_key';

-- The files of a record: the signed document, what the physician decided, a page that was uploaded.
create table form_blob (
  affiliate_id bigint not null,
  record_id uuid not null,
  id uuid not null unique,
  kind text not null check (kind in ('document', 'evaluation', 'page')),
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg')),
  -- Encrypted like the record, with the key in sealed_key here: the same one, so that each row can be read alone.
  sealed_key text,
  file_key text,
  bytes integer not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, record_id, id),
  foreign key (affiliate_id, record_id) references form_record
);
create unique index form_blob_document on form_blob (affiliate_id, record_id) where kind = 'document';
comment on table form_blob is
  'personal: export, keep on erasure (what was signed may have to be shown; it is removed when its time has come)';
comment on column form_blob.sealed_key is 'secret';
comment on column form_blob.file_key is 'sealed file by sealed_key';

-- What a physician decided, by their own link or by a page that the diver uploaded and somebody looked at.
create table form_evaluation (
  affiliate_id bigint not null,
  record_id uuid not null,
  id uuid not null unique,
  way text not null check (way in ('link', 'page')),
  decision text not null check (decision in ('approved', 'refused', 'unclear')),
  -- Who decided on a page.
  decided_by bigint,
  sealed_key text,
  -- Physician's name, clinic, day, signature, address and browser; of a page what was said about it.
  sealed_content text,
  decided_at timestamptz not null,
  primary key (affiliate_id, record_id, id),
  foreign key (affiliate_id, record_id) references form_record
);
comment on table form_evaluation is
  'personal: export, keep on erasure (what was signed may have to be shown; it is removed when its time has come)';
comment on column form_evaluation.sealed_key is 'secret';
comment on column form_evaluation.sealed_content is 'sealed by sealed_key';

-- One chain over all records: each entry carries the hash of the one before it. It holds digests and no person.
create table form_entry (
  seq bigint primary key,
  at timestamptz not null,
  record_id uuid not null,
  -- signed: of the record's content. document: of its file. evaluation: of a physician's decision. page: of an uploaded
  -- file. removed: its time has come, and the rest is gone.
  kind text not null check (kind in ('signed', 'document', 'evaluation', 'page', 'removed')),
  -- The row that the digest is of: the record, the blob or the evaluation.
  of_id uuid not null,
  digest text not null,
  prev_hash text not null,
  hash text not null
);
create index form_entry_record on form_entry (record_id, seq);
comment on table form_entry is 'not personal';

create table form_head (
  is_only boolean primary key default true check (is_only),
  entries bigint not null,
  hash text not null
);
insert into form_head (entries, hash) values (0, '');
comment on table form_head is 'not personal';

-- Who has read a record, shown to the diver.
create table form_reading (
  affiliate_id bigint not null,
  id uuid not null default gen_random_uuid(),
  record_id uuid not null,
  -- Null: whoever had the physician's link.
  reader_id bigint,
  relation text not null check (relation in ('self', 'guardian', 'store', 'professional', 'staff', 'physician')),
  what text not null check (what in ('answers', 'document', 'page')),
  read_at timestamptz not null,
  primary key (affiliate_id, id),
  foreign key (affiliate_id, record_id) references form_record
);
create index form_reading_record on form_reading (affiliate_id, record_id, read_at desc);
comment on table form_reading is 'personal: export, delete on erasure';

-- Who asked whom to be a guardian, until it is answered. The link itself is a single-use token.
create table guardian_invite (
  affiliate_id bigint not null references person,
  id uuid not null unique default gen_random_uuid(),
  email text not null,
  invited_by bigint not null,
  -- What waits for the guardian's signature.
  draft_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by bigint,
  withdrawn_at timestamptz,
  primary key (affiliate_id, id)
);
create index guardian_invite_by on guardian_invite (invited_by);
comment on table guardian_invite is 'personal: export, delete on erasure';

-- Who was told that they are of age now, once.
create table handover (
  affiliate_id bigint primary key references person,
  warned_at timestamptz,
  done_at timestamptz
);
comment on table handover is 'personal: export, delete on erasure';

alter table dsd_checkpoint
  -- The signed record, and who said that the dive was made.
  add column document_id uuid,
  add column processed_by bigint,
  add column created_at timestamptz not null default now();
create index dsd_checkpoint_store on dsd_checkpoint (store_number) where store_number is not null;
create index dsd_checkpoint_member on dsd_checkpoint (member_number) where member_number is not null;

create table dsd_affiliation (
  affiliate_id bigint not null references person,
  document_id uuid not null,
  store_number integer,
  member_number integer,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, document_id)
);
comment on table dsd_affiliation is 'personal: export, delete on erasure';
