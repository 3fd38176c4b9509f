-- What somebody is certified for, and the cards that show it.
create sequence license_id_seq start 20480001;
-- Each card has a bit in the list of cards that count no more.
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
  -- Links to it that were given away; a higher number ends those before.
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
-- Who lost a level can be certified for it again.
create unique index certification_level on certification (affiliate_id, level_id) where revoked_at is null;
comment on table certification is 'personal: export, delete on erasure';
comment on column certification.credential is 'secret';

-- The files of a card, in each language that was asked for. What changes on the card makes new ones.
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

-- Whoever signs cards. An old key signs nothing any more, and what it signed stays valid.
create table card_key (
  key_id text primary key,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
comment on table card_key is 'not personal';
create unique index card_key_current on card_key ((retired_at is null)) where retired_at is null;

-- The cards that count no more, by their bit. It stays when the card's row goes: who was erased has no card again.
create table revoked_card (
  status_index integer primary key,
  revoked_at timestamptz not null default now()
);
comment on table revoked_card is 'not personal';

-- However a card goes, its codes are still on paper and in phones. The notice is the one of platform/server/pubsub.ts.
create function list_gone_card() returns trigger language plpgsql as $$
begin
  insert into revoked_card (status_index) values (old.status_index) on conflict do nothing;
  perform pg_notify('halocline', '{"channel":"certifications.published","payload":null}');
  return old;
end $$;
create trigger list_gone_card before delete on certification
  for each row when (old.status_index is not null) execute function list_gone_card();

-- Certifications from elsewhere, as somebody says: nobody has checked them.
create table outside_certification (
  affiliate_id bigint not null references person,
  id uuid not null default gen_random_uuid(),
  agency text not null check (length(agency) between 1 and 120),
  level text not null check (length(level) between 1 and 120),
  number text not null default '' check (length(number) <= 60),
  cert_date date,
  file_key text,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, id)
);
comment on table outside_certification is 'personal: export, delete on erasure';
comment on column outside_certification.file_key is 'sealed file: outside-certification';
