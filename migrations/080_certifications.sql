-- What people are certified for, and the cards that show it.

create sequence license_id_seq start 20480001;
-- Each card has a bit in the list of revoked cards.
create sequence card_status_seq minvalue 0 start 0;

create table certification (
  affiliate_id bigint not null references person,
  license_id bigint not null default nextval('license_id_seq') unique,
  level_id integer not null,
  cert_date date not null check (cert_date >= '1950-01-01'),
  instructor_name text not null default '',
  instructor_number integer,
  store_name text not null default '',
  store_number integer,
  office text not null default '',
  created_at timestamptz not null default now(),
  -- With an eCard: since when, and how it came.
  ecard_at timestamptz,
  ecard_source text check (ecard_source in ('course', 'redemption', 'order', 'association')),
  -- What is printed on the back; it can be typed where nothing can be scanned.
  code text unique check (code ~ '^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}$'),
  status_index integer unique,
  -- Links to it that were shared; a higher number ends those before.
  share_version integer not null default 0,
  -- The signed credential, made by a job.
  credential text,
  key_id text,
  revoked_at timestamptz,
  revoked_reason text check (length(revoked_reason) between 1 and 500),
  primary key (affiliate_id, license_id),
  check ((ecard_at is null) = (ecard_source is null)),
  check ((ecard_at is null) = (code is null)),
  check ((revoked_at is null) = (revoked_reason is null))
);
-- A person who lost a level can be certified for it again.
create unique index certification_level on certification (affiliate_id, level_id) where revoked_at is null;
comment on table certification is 'personal: export, delete on erasure';
comment on column certification.credential is 'secret';

-- The files of a card, in each language that was requested. What changes on the card makes new ones.
create table card_file (
  affiliate_id bigint not null,
  license_id bigint not null,
  culture text not null,
  -- Of everything that is on the card; one that differs is out of date.
  digest text not null,
  png_key text not null,
  pdf_key text not null,
  made_at timestamptz not null default now(),
  primary key (affiliate_id, license_id, culture),
  foreign key (affiliate_id, license_id) references certification on delete cascade
);
comment on table card_file is 'personal: export, delete on erasure';
comment on column card_file.png_key is 'sealed file: card-file';
comment on column card_file.pdf_key is 'sealed file: card-file';

-- The keys that sign cards. A retired key signs nothing any more, and what it signed stays valid.
create table card_key (
  key_id text primary key,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index card_key_current on card_key ((retired_at is null)) where retired_at is null;
comment on table card_key is 'not personal';

-- The cards that are no longer valid, by their bit. The row stays when the card's row is deleted with an erased person.
create table revoked_card (
  status_index integer primary key,
  revoked_at timestamptz not null default now()
);
comment on table revoked_card is 'not personal';

-- However a card's row is deleted, its codes are still on paper and in phones. The event is the one of
-- platform/server/events/pubsub.ts.
create function list_gone_card() returns trigger language plpgsql as $$
begin
  insert into revoked_card (status_index) values (old.status_index) on conflict do nothing;
  perform pg_notify('halocline', '{"channel":"certifications.published","payload":null}');
  return old;
end $$;
create trigger list_gone_card before delete on certification
  for each row when (old.status_index is not null) execute function list_gone_card();

-- Certifications of other agencies, as people enter them. The desk looks at the picture of the card.
create table outside_certification (
  affiliate_id bigint not null references person,
  id uuid not null default gen_random_uuid(),
  agency text not null check (length(agency) between 1 and 120),
  level text not null check (length(level) between 1 and 120),
  number text not null default '' check (length(number) <= 60),
  cert_date date,
  file_key text,
  created_at timestamptz not null default now(),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text check (length(reason) between 1 and 500),
  decided_by bigint,
  decided_at timestamptz,
  -- A new picture is reviewed again: the decision names the one that was reviewed.
  uploaded_at timestamptz,
  -- Which of our levels an approved card counts as, where a course needs one before it. Null: it counts as none.
  equivalent_level_id smallint,
  primary key (affiliate_id, id),
  constraint outside_certification_decided check ((status = 'pending') = (decided_at is null)),
  constraint outside_certification_reason check ((status = 'rejected') = (reason is not null)),
  constraint outside_certification_level check (equivalent_level_id is null or status = 'approved')
);
create index outside_certification_waiting on outside_certification (uploaded_at)
  where status = 'pending' and file_key is not null;
comment on table outside_certification is 'personal: export, delete on erasure';
comment on column outside_certification.file_key is 'sealed file: outside-certification';

-- The certification levels that count as prerequisites: valid cards, approved cards of other agencies and, for professionals,
-- the level they work at.
create view held_level as
select affiliate_id, level_id, cert_date as held_from from certification where revoked_at is null
union all
select affiliate_id, equivalent_level_id, date '1900-01-01' from outside_certification where equivalent_level_id is not null
union all
select affiliate_id, case affiliate_type_id when 2 then 70 else 80 end, date '1900-01-01'
from person where affiliate_type_id in (2, 3);

-- Training that a student did with another instructor: entered with day, place and that instructor's number, and counted
-- once the instructor who certifies has confirmed it.
create table outside_training (
  affiliate_id bigint not null references person,
  package_id text not null,
  -- What of the course it stands for: lessons, exam, skills, flexible, or dive_<number>.
  part text not null check (part ~ '^(lessons|exam|skills|flexible|dive_[0-9]{1,2})$'),
  trained_on date not null check (trained_on >= '1950-01-01'),
  place text not null check (length(place) between 1 and 120),
  instructor_number text not null check (length(instructor_number) between 1 and 40),
  entered_by bigint not null references person,
  entered_at timestamptz not null default now(),
  confirmed_by bigint references person,
  confirmed_at timestamptz,
  primary key (affiliate_id, package_id, part),
  check ((confirmed_by is null) = (confirmed_at is null))
);
comment on table outside_training is 'personal: export, delete on erasure';
