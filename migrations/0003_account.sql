-- A person of the portal. Who they are to the account service is `sub`; who they are to the association is affiliate_id.
create sequence affiliate_id_seq start 500001;

create table person (
  affiliate_id bigint primary key default nextval('affiliate_id_seq'),
  sub text not null unique,
  global_uuid uuid not null unique default gen_random_uuid(),
  affiliate_type_id smallint not null default 1 check (affiliate_type_id in (1, 2, 3, 4, 9)),
  email text,
  given_name text not null default '',
  middle_name text not null default '',
  family_name text not null default '',
  birthdate date check (birthdate >= '1900-01-01'),
  gender text check (gender in ('Male', 'Female', 'Non-binary', 'Prefer not to say')),
  language text not null default 'en-US',
  member_number integer unique,
  member_status text check (member_status in ('Active', 'Inactive')),
  store_number integer unique,
  city text not null default '',
  country text not null default '',
  available_credit_minor bigint check (available_credit_minor >= 0),
  available_credit_currency char(3),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check ((available_credit_minor is null) = (available_credit_currency is null))
);
comment on table person is 'personal: export, anonymise on erasure';
-- Several family members may share one address, so this is not unique.
create index person_email on person (lower(email));

-- The link is the permission: a guardian may act for the minor.
create table guardian_link (
  affiliate_id bigint not null references person,
  guardian_id bigint not null references person,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, guardian_id),
  check (affiliate_id <> guardian_id)
);
comment on table guardian_link is 'personal: export, delete on erasure';
create index guardian_link_guardian on guardian_link (guardian_id);

-- A signed-in browser. The cookie holds the secret; here is only its hash. The account service's tokens are encrypted.
create table session (
  affiliate_id bigint not null references person,
  id uuid not null default gen_random_uuid(),
  secret_hash text not null,
  -- link: made from a bearer token that came by a link. command: made by hand, for trying the API.
  origin text not null default 'sign-in' check (origin in ('sign-in', 'link', 'command')),
  refresh_token text,
  id_token text,
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  issuer_checked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (affiliate_id, id)
);
comment on table session is 'personal: export, delete on erasure';
create index session_ended on session (ended_at) where ended_at is not null;

-- A bearer token that came by a link is taken once.
create table taken_token (
  token_id text primary key,
  expires_at timestamptz not null
);
comment on table taken_token is 'not personal';
