-- Applications for a professional level: filled in by the applicant, reviewed by the instructor, decided at the
-- association's desk, paid, and completed with a card.

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
  -- Instructors and stores who were named while the applicant had it: they read it once it is submitted to them.
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
  -- What the portal knew when it was last opened: lists use it without asking every feature again.
  facts jsonb not null default '{}',
  -- Why it was returned, by field: [{"field": "firstAid", "reason": "…"}].
  reasons jsonb not null default '[]',
  -- How the desk finds it: names and numbers of everyone in it, without case and accents.
  search_text text not null default '',
  -- In US cents, as it was when the association approved it.
  fee_minor integer,
  currency char(3),
  payment_id uuid,
  license_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When it was submitted to whoever has it now.
  state_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Deleted, and can be restored for a day.
  deleted_at timestamptz,
  primary key (affiliate_id, id),
  check (state = 'Draft' or deleted_at is null),
  check (state in ('Draft', 'Returned') or instructor_id is not null),
  check (instructor_id <> affiliate_id),
  check (state <> 'Completed' or license_id is not null),
  check (state not in ('PaymentDue', 'Completed') or fee_minor is not null)
);
-- One at a time for each level.
create unique index application_open on application (affiliate_id, type_id)
  where deleted_at is null and state not in ('Completed', 'Rejected');
create index application_instructor on application (instructor_id, state_at desc, id desc) where state <> 'Draft';
create index application_store on application (store_id, state_at desc, id desc) where store_id is not null and state <> 'Draft';
-- A queue of the desk is read from one end of this.
create index application_queue on application (state, state_at, id) where state <> 'Draft';
-- Closed applications, the newest first.
create index application_done on application (state_at desc, id desc) where state in ('Completed', 'Rejected');
create index application_search on application using gin (search_text gin_trgm_ops) where state <> 'Draft';
comment on table application is 'personal: export, delete on erasure';
comment on column application.sealed_teaching_address is 'sealed: contact';

-- Copies of documents. Each is encrypted with a key of its own, because it may be medical.
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
-- Whether a file still has a row.
create index application_proof_file on application_proof (file_key);
comment on table application_proof is 'personal: export, delete on erasure';
comment on column application_proof.sealed_key is 'secret';
comment on column application_proof.file_key is 'sealed file by sealed_key';

-- Signatures of the applicant and the instructor, each time that it is submitted.
create table application_signature (
  affiliate_id bigint not null,
  application_id bigint not null,
  id uuid not null unique,
  role text not null check (role in ('applicant', 'instructor')),
  signer_id bigint not null,
  -- Name, strokes or typed name, language, address and browser.
  sealed_signature text not null,
  -- Of what was signed: the application at that moment.
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
  -- Given by the client, so that a step that is sent twice is taken once.
  id uuid not null unique,
  action text not null,
  from_state text not null,
  to_state text not null,
  -- Null for the portal itself.
  by_id bigint,
  -- A store named on an application opens and returns it, as its instructor does.
  by_role text not null constraint application_step_by_role_check
    check (by_role in ('applicant', 'instructor', 'store', 'staff', 'portal')),
  note text not null default '' check (length(note) <= 1000),
  reasons jsonb not null default '[]',
  at timestamptz not null,
  primary key (affiliate_id, application_id, seq),
  foreign key (affiliate_id, application_id) references application on delete cascade
);
-- What a staff member has decided today.
create index application_step_by on application_step (by_id, at) where by_role = 'staff';
comment on table application_step is 'personal: export, delete on erasure';

-- Notes of the desk. They are part of an export of the person's data.
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
