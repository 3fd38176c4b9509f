-- Forms that are filled in, signed and stored.
--
-- The content of a form is encrypted with a key of its own (sealed_key, itself encrypted): without it nothing of the record
-- can be read any more, while the chain still proves that there was one.

-- Several forms that are filled in and signed together, until everyone has signed.
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
  -- The birthdate when the forms were begun.
  birthdate date not null,
  sealed_key text not null,
  sealed_answers text not null,
  -- After the first signature nothing can be changed any more, except by withdrawing it.
  state text not null default 'filling' check (state in ('filling', 'signing')),
  revision integer not null default 0,
  begun_by bigint not null,
  begun_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Deleted, and can be restored for a day.
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
  -- A repeated request has the same id and is the same signature.
  id uuid not null unique,
  signer_id bigint not null,
  -- Name, strokes or typed name, acknowledged forms, language, address and browser, with the key of the draft.
  sealed_signature text not null,
  signed_at timestamptz not null,
  primary key (affiliate_id, draft_id, role),
  foreign key (affiliate_id, draft_id) references form_draft on delete cascade
);
comment on table form_signature is 'personal: not exported, delete on erasure (part of a record once all have signed)';
comment on column form_signature.sealed_signature is 'secret';

-- Signed by everyone: never changed. What follows from it (a physician, a document, its end) is stored beside it.
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
  -- A form whose own answers need no physician, signed while an earlier one does: the correction has to be accepted.
  -- The answers are encrypted, so the queue cannot tell it from them.
  is_correction boolean not null default false,
  -- Answers, the text that was shown, who signed and how; null once the record is removed.
  sealed_key text,
  sealed_content text,
  signed_at timestamptz not null,
  -- Only the medical part ever expires.
  valid_until date not null,
  keep_until date not null,
  removed_at timestamptz,
  -- none: nothing medical in it. review: a page was uploaded that has to be reviewed.
  medical_status text not null check (medical_status in ('none', 'clear', 'physician', 'review', 'approved', 'refused')),
  medical_changed_at timestamptz not null,
  -- The first moment from which the form said that its diver is cleared to dive. A later "not approved" leaves it: the
  -- status and medical_changed_at say until when it held.
  cleared_at timestamptz,
  -- How many links to a physician's page were made: only the newest works.
  physician_link integer not null default 0,
  -- When the diver was notified that it expires soon.
  warned_at timestamptz,
  primary key (affiliate_id, id),
  check ((sealed_key is null) = (removed_at is not null) and (sealed_content is null) = (removed_at is not null))
);
create index form_record_store on form_record (store_number, signed_at desc) where store_number is not null;
create index form_record_member on form_record (member_number, signed_at desc) where member_number is not null;
create index form_record_kept on form_record (keep_until) where removed_at is null;
create index form_record_valid on form_record (valid_until) where warned_at is null and removed_at is null;
-- Pages for forms that name nobody wait for staff.
create index form_record_pages on form_record (medical_changed_at) where medical_status = 'review';
-- The desk's corrections to accept.
create index form_record_correction on form_record (id) where is_correction and medical_status = 'physician';
comment on table form_record is
  'personal: export, keep on erasure (what was signed may have to be shown; it is removed when its time has come)';
comment on column form_record.sealed_key is 'secret';
comment on column form_record.sealed_content is 'sealed by sealed_key';

-- The files of a record: the signed document, the physician's decision, an uploaded page.
create table form_blob (
  affiliate_id bigint not null,
  record_id uuid not null,
  id uuid not null unique,
  kind text not null check (kind in ('document', 'evaluation', 'page')),
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg')),
  -- The key of the record, here too, so that each row can be read alone.
  sealed_key text,
  file_key text,
  bytes integer not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, record_id, id),
  foreign key (affiliate_id, record_id) references form_record
);
create unique index form_blob_document on form_blob (affiliate_id, record_id) where kind = 'document';
-- Whether a file still has a row.
create index form_blob_file on form_blob (file_key) where file_key is not null;
comment on table form_blob is
  'personal: export, keep on erasure (what was signed may have to be shown; it is removed when its time has come)';
comment on column form_blob.sealed_key is 'secret';
comment on column form_blob.file_key is 'sealed file by sealed_key';

-- What a physician decided, by their own link or by a page that the diver uploaded and someone reviewed; or that answers for which a
-- physician was needed were corrected, once those named on both forms, or staff, have accepted that.
create table form_evaluation (
  affiliate_id bigint not null,
  record_id uuid not null,
  id uuid not null unique,
  way text not null constraint form_evaluation_way_check check (way in ('link', 'page', 'correction')),
  decision text not null constraint form_evaluation_decision_check
    check (decision in ('approved', 'refused', 'unclear', 'corrected')),
  -- Who decided on a page.
  decided_by bigint,
  -- An approval by link counts once the professional or store named on the form, or staff, has confirmed it.
  needs_confirmation boolean not null default false check (not needs_confirmation or (way = 'link' and decision = 'approved')),
  sealed_key text,
  -- Physician's name, clinic, day, signature, address and browser; of a page the remarks.
  sealed_content text,
  decided_at timestamptz not null,
  -- The day that a physician wrote on the page that was uploaded. It may be reviewed long after.
  signed_on date check (signed_on is null or way = 'page'),
  primary key (affiliate_id, record_id, id),
  foreign key (affiliate_id, record_id) references form_record
);
-- The desk's approvals to confirm.
create index form_evaluation_confirm on form_evaluation (record_id, id) where needs_confirmation;
comment on table form_evaluation is
  'personal: export, keep on erasure (what was signed may have to be shown; it is removed when its time has come)';
comment on column form_evaluation.sealed_key is 'secret';
comment on column form_evaluation.sealed_content is 'sealed by sealed_key';

-- Who confirmed a physician's approval, or declined it and why.
create table form_confirmation (
  affiliate_id bigint not null,
  record_id uuid not null,
  id uuid not null unique,
  evaluation_id uuid not null unique references form_evaluation (id),
  outcome text not null check (outcome in ('confirmed', 'declined')),
  decided_by bigint not null,
  -- Encrypted like the record it is about; null once the record is removed.
  sealed_key text,
  sealed_content text,
  decided_at timestamptz not null,
  primary key (affiliate_id, record_id, id),
  foreign key (affiliate_id, record_id) references form_record
);
comment on table form_confirmation is
  'personal: export, keep on erasure (what was signed may have to be shown; it is removed when its time has come)';
comment on column form_confirmation.sealed_key is 'secret';
comment on column form_confirmation.sealed_content is 'sealed by sealed_key';

-- To whom the link to a physician's page was mailed, and when. The link itself is stored nowhere in the clear.
create table form_physician_link (
  affiliate_id bigint not null,
  record_id uuid not null,
  -- form_record.physician_link at the time: only the newest works.
  version integer not null,
  sent_to text not null,
  sent_by bigint not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (affiliate_id, record_id, version),
  foreign key (affiliate_id, record_id) references form_record
);
comment on table form_physician_link is 'personal: export, delete on erasure';

-- The log of signed forms, in chains like the audit log (decision 057). It contains digests and no person.
create sequence form_entry_seq;
create table form_entry (
  seq bigint primary key default nextval('form_entry_seq'),
  chain smallint not null,
  chain_seq bigint not null,
  at timestamptz not null,
  record_id uuid not null,
  -- signed: of the record's content. document: of its file. evaluation: of a physician's decision. confirmation: of its confirmation.
  -- page: of an uploaded file. removed: the content is removed.
  kind text not null constraint form_entry_kind_check
    check (kind in ('signed', 'document', 'evaluation', 'confirmation', 'page', 'removed')),
  -- The row that the digest is of: the record, the blob, the evaluation or the confirmation.
  of_id uuid not null,
  digest text not null,
  prev_hash text not null,
  hash text not null
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0);
alter sequence form_entry_seq owned by form_entry.seq;
create index form_entry_record on form_entry (record_id, seq);
comment on table form_entry is 'not personal';

-- Who has read a record, shown to the diver.
create table form_reading (
  affiliate_id bigint not null,
  id uuid not null default gen_random_uuid(),
  record_id uuid not null,
  -- Null: the person with the physician's link.
  reader_id bigint,
  relation text not null check (relation in ('self', 'guardian', 'store', 'professional', 'staff', 'physician')),
  what text not null constraint form_reading_what_check check (what in ('answers', 'document', 'page', 'evaluation')),
  read_at timestamptz not null,
  primary key (affiliate_id, id),
  foreign key (affiliate_id, record_id) references form_record
);
create index form_reading_record on form_reading (affiliate_id, record_id, read_at desc);
comment on table form_reading is 'personal: export, delete on erasure';
