-- The central account service. It knows people by `sub`; what they are to the association is the portal's business.
create table account (
  sub uuid primary key default gen_random_uuid(),
  -- As it was typed; a child may have none.
  email text check (email = trim(email) and length(email) between 3 and 254),
  password_hash text,
  given_name text not null default '',
  middle_name text not null default '',
  family_name text not null default '',
  birthdate date check (birthdate >= '1900-01-01'),
  gender text check (gender in ('Male', 'Female', 'Non-binary', 'Prefer not to say')),
  locale text not null default 'en-US',
  affiliate_type_id smallint not null default 1 check (affiliate_type_id in (1, 2, 3, 4, 9)),
  email_verified_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index account_email on account (lower(email));
comment on table account is 'personal: export, delete on erasure';

-- Sessions, grants, codes and tokens of oidc-provider.
create table oidc_payload (
  model text not null,
  id text not null,
  payload jsonb not null,
  account_id text,
  grant_id text,
  -- The uid of a session, for the session itself and for everything that ends with it.
  uid text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id)
);
create index oidc_payload_account_id on oidc_payload (account_id) where account_id is not null;
create index oidc_payload_grant_id on oidc_payload (grant_id) where grant_id is not null;
create index oidc_payload_uid on oidc_payload (uid) where uid is not null;
create index oidc_payload_expires_at on oidc_payload (expires_at);
comment on table oidc_payload is 'personal: not exported, delete on erasure (short-lived secrets, removed when they expire)';

-- The key that signs ID tokens, encrypted.
create table signing_key (
  kid text primary key,
  sealed_jwk text not null,
  created_at timestamptz not null default now(),
  -- Published from the start, used from here on, so that every reader has seen it before it signs.
  signs_from timestamptz not null default now()
);
comment on table signing_key is 'not personal';
