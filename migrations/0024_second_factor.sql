-- Codes from an authenticator app. Belongs to the account service, which knows people by sub.
create table second_factor (
  sub uuid primary key references account on delete cascade,
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

-- Somebody gave the right password in an interaction and still owes the second factor.
create table pending_sign_in (
  interaction_uid text primary key,
  sub uuid not null references account on delete cascade,
  -- Ends with the password it was made with.
  password_fingerprint text not null,
  -- Of the factor that is being set up, where the account has none yet.
  sealed_secret text,
  tries integer not null default 0,
  expires_at timestamptz not null
);
comment on table pending_sign_in is 'personal: not exported, delete on erasure';
comment on column pending_sign_in.password_fingerprint is 'secret';
comment on column pending_sign_in.sealed_secret is 'secret';
create index pending_sign_in_expires_at on pending_sign_in (expires_at);
create index pending_sign_in_sub on pending_sign_in (sub);

-- Refused calls and forged tokens are counted per person, call and hour; everything else is a row of its own.
alter table security_event add column counter_key text unique;
comment on column security_event.counter_key is 'secret';
comment on column security_event.address_hash is 'secret';
create index security_event_address on security_event (address_hash, id desc) where address_hash is not null;

-- Staff who signed in with a password alone sign in again.
update session set ended_at = now(), refresh_token = null, id_token = null
where ended_at is null and affiliate_id in (select affiliate_id from person where affiliate_type_id = 9);
