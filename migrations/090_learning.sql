-- Learning. Courses are files (content/); here is what people do with them. A course is named by its packageId.

-- Who may take which course, and their progress, so that a list of courses is one index scan: the counters only grow.
create table enrollment (
  affiliate_id bigint not null references person,
  package_id text not null,
  -- By a code, a purchase, the Discover Scuba Diving program, or the association.
  source text not null check (source in ('code', 'order', 'dsd', 'association', 'demo')),
  granted_at timestamptz not null default now(),
  -- Null until the person begins.
  enrolled_at timestamptz,
  culture text,
  lessons_done integer not null default 0,
  lessons_total integer not null default 0,
  seconds_spent integer not null default 0,
  last_lesson text,
  last_at timestamptz,
  knowledge_done_at timestamptz,
  exam_passed_at timestamptz,
  completed_at timestamptz,
  -- Who teaches it.
  member_number integer,
  store_number integer,
  primary key (affiliate_id, package_id)
);
comment on table enrollment is 'personal: export, delete on erasure';
create index enrollment_member on enrollment (member_number, affiliate_id) where member_number is not null;
-- The class board of a store.
create index enrollment_store on enrollment (store_number, affiliate_id) where store_number is not null;

create table lesson_progress (
  affiliate_id bigint not null,
  package_id text not null,
  lesson text not null,
  -- How far down the page, in blocks.
  position integer not null default 0,
  seconds_spent integer not null default 0,
  -- Where each video was left, by its name: { second, at }.
  videos jsonb not null default '{}',
  opened_at timestamptz not null,
  done_at timestamptz,
  primary key (affiliate_id, package_id, lesson),
  foreign key (affiliate_id, package_id) references enrollment on delete cascade
);
comment on table lesson_progress is 'personal: export, delete on erasure';

-- The questions inside lessons: they can be tried any number of times, and stay right once they were.
create table lesson_answer (
  affiliate_id bigint not null,
  package_id text not null,
  question text not null,
  answer jsonb not null,
  -- By the learner's clock: of two that arrive late, the newer one is stored.
  answered_at timestamptz not null,
  tries integer not null default 1,
  right_at timestamptz,
  primary key (affiliate_id, package_id, question),
  foreign key (affiliate_id, package_id) references enrollment on delete cascade
);
comment on table lesson_answer is 'personal: export, delete on erasure';

-- Steps that were stored, because a browser that got no response sends them again.
create table learning_step (
  affiliate_id bigint not null references person,
  key uuid not null,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, key)
) partition by range (affiliate_id);
create index learning_step_created_at on learning_step (created_at);
comment on table learning_step is 'personal: not exported, delete on erasure (ids without a meaning, removed after a month)';
create table learning_step_first partition of learning_step for values from (minvalue) to (2000000)
  with (autovacuum_vacuum_scale_factor = 0.05);
create table learning_step_default partition of learning_step default with (autovacuum_vacuum_scale_factor = 0.05);

-- A knowledge review, a quiz or an exam, each time it is taken.
create table course_attempt (
  affiliate_id bigint not null,
  id uuid not null default gen_random_uuid(),
  package_id text not null,
  kind text not null check (kind in ('review', 'quiz', 'exam')),
  -- '' for the exam.
  section text not null,
  number integer not null,
  culture text not null,
  -- The ids of the questions, in order; how each was mixed follows from the id of the attempt.
  questions jsonb not null,
  -- By question: { answer, seq }.
  answers jsonb not null default '{}',
  started_at timestamptz not null default now(),
  due_at timestamptz,
  handed_in_at timestamptz,
  right_count integer,
  score_percent integer check (score_percent between 0 and 100),
  is_passed boolean,
  primary key (affiliate_id, id),
  unique (affiliate_id, package_id, kind, section, number),
  foreign key (affiliate_id, package_id) references enrollment on delete cascade,
  check ((handed_in_at is null) = (is_passed is null))
);
comment on table course_attempt is 'personal: export, delete on erasure';
create unique index course_attempt_open on course_attempt (affiliate_id, package_id, kind, section)
  where handed_in_at is null;

-- What an instructor signed in the record of a student.
create table skill_sign_off (
  affiliate_id bigint not null,
  package_id text not null,
  skill text not null,
  signed_on date not null,
  note text not null default '',
  signed_by bigint not null references person,
  signed_name text not null,
  member_number integer not null,
  signed_at timestamptz not null default now(),
  primary key (affiliate_id, package_id, skill),
  foreign key (affiliate_id, package_id) references enrollment on delete cascade
);
comment on table skill_sign_off is 'personal: export, delete on erasure';

-- Records that were closed when a person started a course again.
create table record_archive (
  affiliate_id bigint not null references person,
  id uuid not null default gen_random_uuid(),
  package_id text not null,
  enrolled_at timestamptz not null,
  archived_at timestamptz not null default now(),
  record jsonb not null,
  primary key (affiliate_id, id)
);
comment on table record_archive is 'personal: export, delete on erasure';

-- A course that was refunded: its progress is stored here, in case the person gets it again.
create table withdrawn_course (
  affiliate_id bigint not null references person,
  package_id text not null,
  withdrawn_at timestamptz not null default now(),
  -- The rows of the enrollment and of all that hung on it, by table.
  kept jsonb not null,
  primary key (affiliate_id, package_id)
);
comment on table withdrawn_course is 'personal: export, delete on erasure';

-- A code opens a course for one person, once.
create table access_code (
  code text primary key check (code ~ '^[A-Z0-9]{4}(-[A-Z0-9]{4}){2}$'),
  package_id text not null,
  -- As it was when the code was made.
  certification_name text not null,
  is_club boolean not null default false,
  -- Bought to be given away: the buyer's own visit to the dashboard does not redeem it.
  is_gift boolean not null default false,
  -- Granted by staff at the desk, once for each key.
  grant_key uuid unique,
  -- Who may redeem or share it: a diver, a professional or a store.
  holder_affiliate_id bigint references person,
  -- Where it was bought.
  store_number integer,
  member_number integer,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- Shared with someone, who has until then to claim it; afterwards it is its holder's again. Only the last link works.
  share_id uuid,
  share_ends_at timestamptz,
  -- Who sent it to its holder.
  given_by bigint references person,
  redeemed_at timestamptz,
  redeemed_by bigint references person
);
comment on table access_code is 'personal: export, keep on erasure (what was paid for is accounted for; it names people by number only)';
create index access_code_holder on access_code (holder_affiliate_id, created_at desc)
  where holder_affiliate_id is not null;
create index access_code_given on access_code (given_by, created_at desc) where given_by is not null;
create index access_code_redeemed on access_code (redeemed_by) where redeemed_by is not null;

-- The preparation of the e-learning of a Discover Scuba Diving guest.
create table elearning_preparation (
  affiliate_id bigint not null references person,
  package_id text not null,
  state text not null check (state in ('preparing', 'ready', 'failed')),
  percent integer not null default 0 check (percent between 0 and 100),
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (affiliate_id, package_id)
);
comment on table elearning_preparation is 'personal: export, delete on erasure';

-- Courses that others made. Their files are in the file store.
create table scorm_package (
  package_id text primary key,
  version text not null check (version in ('1.2', '2004')),
  title text not null,
  level text not null,
  -- Every item of the manifest that can be opened, in order: { id, title, href, isAsset, cmi }.
  items jsonb not null,
  file_prefix text not null,
  -- The files under the prefix, so that they can be deleted.
  paths text[] not null,
  bytes bigint not null,
  uploaded_by bigint not null references person,
  uploaded_at timestamptz not null default now()
);
comment on table scorm_package is 'not personal';

create table scorm_progress (
  affiliate_id bigint not null,
  package_id text not null,
  item text not null,
  -- The data model as the package left it.
  cmi jsonb not null,
  -- The newest save wins, whatever order they arrive in.
  seq bigint not null,
  is_completed boolean not null default false,
  is_passed boolean,
  score_percent integer check (score_percent between 0 and 100),
  seconds_spent integer not null default 0,
  -- When it was completed or passed for the first time.
  done_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (affiliate_id, package_id, item),
  foreign key (affiliate_id, package_id) references enrollment on delete cascade
);
comment on table scorm_progress is 'personal: export, delete on erasure';
