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
  -- When an account that was never verified is deleted. Null: never, because it existed before it had an address.
  delete_unverified_at timestamptz default now() + interval '14 days',
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index account_email on account (lower(email));
-- A person knows their account by the text of its id.
create index account_sub_text on account ((sub::text));
comment on table account is 'personal: export, delete on erasure';
comment on column account.password_hash is 'secret';

-- The six-digit code that was mailed last. A keyed hash, because six digits could be guessed from a plain one.
create table email_verification (
  sub uuid primary key references account on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null,
  tries_left smallint not null check (tries_left >= 0),
  sent_at timestamptz not null default now()
);
comment on table email_verification is 'personal: not exported, delete on erasure (short-lived secrets)';
comment on column email_verification.code_hash is 'secret';

create table passkey (
  sub uuid not null references account on delete cascade,
  id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (sub, id)
);
comment on table passkey is 'personal: export, delete on erasure';

-- Codes from an authenticator app.
create table second_factor (
  sub uuid primary key references account on delete cascade,
  id uuid not null default gen_random_uuid(),
  sealed_secret text not null,
  -- The newest time step whose code was accepted: a code works once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
comment on table second_factor is 'personal: export, delete on erasure';
comment on column second_factor.sealed_secret is 'secret';

create table recovery_code (
  sub uuid not null references account on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (sub, code_hash)
);
comment on table recovery_code is 'personal: export, delete on erasure';
comment on column recovery_code.code_hash is 'secret';

-- Someone who entered the right password and still has to use the second factor.
create table pending_sign_in (
  interaction_uid text primary key,
  sub uuid not null references account on delete cascade,
  -- Ends with the password it was made with.
  password_fingerprint text not null,
  -- Of the factor that is being set up, if the account has none yet.
  sealed_secret text,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index pending_sign_in_expires_at on pending_sign_in (expires_at);
create index pending_sign_in_sub on pending_sign_in (sub);
comment on table pending_sign_in is 'personal: not exported, delete on erasure';
comment on column pending_sign_in.password_fingerprint is 'secret';
comment on column pending_sign_in.sealed_secret is 'secret';

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
  -- A session that has ended keeps its row until it would have expired: a request of another tab that is still running must not
  -- store it again.
  ended_at timestamptz,
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
