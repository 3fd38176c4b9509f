-- Applications for a professional level: filled in by the applicant, reviewed by the instructor, decided at the
-- association's desk, paid, and ended with a card.

create table application (
  affiliate_id bigint not null references person,
  id bigint not null generated always as identity (start with 10001) unique,
  -- Of content/applications/types.json.
  type_id integer not null,
  state text not null default 'Draft' check (state in ('Draft', 'SubmittedToInstructor', 'MemberReview',
    'SubmittedToAssociation', 'PaymentDue', 'Completed', 'Returned', 'Rejected')),
  version integer not null default 1,
  instructor_id bigint references person,
  store_id bigint references person,
  -- Who was named while it was back with its applicant: they read it once it is submitted to them.
  unseen_by bigint[] not null default '{}',
  -- By place: {"rescue": {"licenseID": 20480001}} or {"rescue": {"outsideId": "…"}}.
  cards jsonb not null default '{}',
  -- {"date": "2026-08-04", "provider": "…", "isElsewhere": true}
  first_aid jsonb not null default '{}',
  -- As the applicant says, and as the instructor has seen it: {"swim": {"score": 4, "isConfirmed": true}}.
  exercises jsonb not null default '{}',
  sealed_teaching_address text,
  -- What the applicant says to the instructor, and the instructor to the association.
  statement text not null default '' check (length(statement) <= 1000),
  recommendation text not null default '' check (length(recommendation) <= 1000),
  -- What the portal knew when somebody last looked: a list is judged by it without asking every area again.
  facts jsonb not null default '{}',
  -- Why it came back, by field: [{"field": "firstAid", "reason": "…"}].
  reasons jsonb not null default '[]',
  -- How the desk finds it: names and numbers of everybody in it, without case and accents.
  search_text text not null default '',
  -- In US cents, as it was when the association approved it.
  fee_minor integer,
  currency char(3),
  payment_id uuid,
  license_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When it was submitted to whoever has it now: since then it waits.
  state_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Thrown away; for a day it can be had back.
  deleted_at timestamptz,
  primary key (affiliate_id, id),
  check (state = 'Draft' or deleted_at is null),
  check (state in ('Draft', 'Returned') or instructor_id is not null),
  check (instructor_id <> affiliate_id),
  check (state <> 'Completed' or license_id is not null),
  check (state not in ('PaymentDue', 'Completed') or fee_minor is not null)
);
comment on table application is 'personal: export, delete on erasure';
comment on column application.sealed_teaching_address is 'sealed: contact';
-- One at a time for each level.
create unique index application_open on application (affiliate_id, type_id)
  where deleted_at is null and state not in ('Completed', 'Rejected');
create index application_instructor on application (instructor_id, state_at desc, id desc) where state <> 'Draft';
create index application_store on application (store_id, state_at desc, id desc) where store_id is not null and state <> 'Draft';
-- A queue of the desk is read from one end of this.
create index application_queue on application (state, state_at, id) where state <> 'Draft';
-- What is done with, the newest first.
create index application_done on application (state_at desc, id desc) where state in ('Completed', 'Rejected');
create index application_search on application using gin (search_text gin_trgm_ops) where state <> 'Draft';

-- Copies that show what the portal cannot know. Each is encrypted with a key of its own: one may be medical.
create table application_proof (
  affiliate_id bigint not null,
  application_id bigint not null,
  id uuid not null unique,
  -- first_aid, medical, dives, or card_<place>.
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  name text not null check (length(name) between 1 and 120),
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg')),
  sealed_key text not null,
  file_key text not null,
  bytes integer not null,
  -- The day that a physician signed it, where it is medical.
  dated date,
  uploaded_at timestamptz not null default now(),
  primary key (affiliate_id, application_id, id),
  foreign key (affiliate_id, application_id) references application on delete cascade
);
comment on table application_proof is 'personal: export, delete on erasure';
comment on column application_proof.sealed_key is 'secret';
comment on column application_proof.file_key is 'sealed file by sealed_key';

-- Signed by the applicant and by the instructor, each time that it goes on.
create table application_signature (
  affiliate_id bigint not null,
  application_id bigint not null,
  id uuid not null unique,
  role text not null check (role in ('applicant', 'instructor')),
  signer_id bigint not null,
  -- Name, strokes or typed name, language, address and browser.
  sealed_signature text not null,
  -- Of what was signed: the application as it stood.
  digest text not null,
  signed_at timestamptz not null,
  primary key (affiliate_id, application_id, id),
  foreign key (affiliate_id, application_id) references application on delete cascade
);
comment on table application_signature is 'personal: export, delete on erasure';
comment on column application_signature.sealed_signature is 'sealed: application-signature';

-- Every step, with who, when and why.
create table application_step (
  affiliate_id bigint not null,
  application_id bigint not null,
  seq bigint not null generated always as identity,
  -- Given by who takes it, so that a step that is sent twice is taken once.
  id uuid not null unique,
  action text not null,
  from_state text not null,
  to_state text not null,
  -- Null for the portal itself.
  by_id bigint,
  by_role text not null check (by_role in ('applicant', 'instructor', 'staff', 'portal')),
  note text not null default '' check (length(note) <= 1000),
  reasons jsonb not null default '[]',
  at timestamptz not null,
  primary key (affiliate_id, application_id, seq),
  foreign key (affiliate_id, application_id) references application on delete cascade
);
-- What one clerk has cleared today.
create index application_step_by on application_step (by_id, at) where by_role = 'staff';
comment on table application_step is 'personal: export, delete on erasure';

-- What the desk notes for itself. It is part of what a person is told when they ask for their data.
create table application_note (
  affiliate_id bigint not null,
  application_id bigint not null,
  id uuid not null unique,
  by_id bigint not null,
  text text not null check (length(text) between 1 and 1000),
  at timestamptz not null,
  primary key (affiliate_id, application_id, id),
  foreign key (affiliate_id, application_id) references application on delete cascade
);
comment on table application_note is 'personal: export, delete on erasure';

-- Who becomes an instructor gets a number of their own.
create sequence member_number_seq start 410001;

-- The picture of a card from elsewhere is looked at by the desk.
alter table outside_certification
  add column status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  add column reason text check (length(reason) between 1 and 500),
  add column decided_by bigint,
  add column decided_at timestamptz,
  -- A new picture is looked at anew: the decision names the one that was looked at.
  add column uploaded_at timestamptz,
  add constraint outside_certification_decided check ((status = 'pending') = (decided_at is null)),
  add constraint outside_certification_reason check ((status = 'rejected') = (reason is not null));
update outside_certification set uploaded_at = created_at where file_key is not null;
create index outside_certification_waiting on outside_certification (uploaded_at)
  where status = 'pending' and file_key is not null;

-- A name without case and accents, so that a clerk finds Tomás by typing tomas.
create function folded(given text) returns text language sql immutable parallel safe return
  translate(
    replace(lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]', '', 'g')),
      'ß', 'ss'),
    '‘’ʼøłđıς', '''''''oldiσ');
-- The desk finds people by name, e-mail and number.
create index person_names on person using gin (
  folded(given_name || ' ' || middle_name || ' ' || family_name) gin_trgm_ops, lower(email) gin_trgm_ops);
-- Everybody at the desk is told what comes in.
create index person_staff on person (affiliate_id) where affiliate_type_id = 9;
-- The trail of one kind of deed.
create index audit_entry_action on audit_entry (action, seq);
-- Pages for forms that name nobody wait for staff.
create index form_record_pages on form_record (medical_changed_at) where medical_status = 'review';
-- The class board of a store.
create index enrollment_store on enrollment (store_number, affiliate_id) where store_number is not null;
-- What the desk has to post.
create index order_line_to_post on order_line (affiliate_id, order_id) where state = 'to_post';
