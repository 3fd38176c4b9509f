-- Addresses are proven with a code or link that is mailed at sign-up.

-- When an account that was never verified may be deleted. Accounts that exist today have none and are never deleted.
alter table account add column delete_unverified_at timestamptz;
alter table account alter column delete_unverified_at set default now() + interval '14 days';

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

-- An address that staff correct. It takes effect once the new address is proven, and the old one can take it back.
create table email_correction (
  affiliate_id bigint not null references person,
  id uuid not null default gen_random_uuid(),
  old_email text not null,
  new_email text not null check (length(new_email) between 3 and 254),
  reason text not null,
  requested_by bigint not null references person,
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  reverted_at timestamptz,
  primary key (affiliate_id, id),
  check (cancelled_at is null or confirmed_at is null),
  check (reverted_at is null or confirmed_at is not null)
);
create unique index email_correction_pending on email_correction (affiliate_id)
  where confirmed_at is null and cancelled_at is null;
create index email_correction_person on email_correction (affiliate_id, requested_at desc);
comment on table email_correction is 'personal: export, delete on erasure';
