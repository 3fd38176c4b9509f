-- The club.

-- A membership consists of periods, from which its status of today follows.
create table membership (
  affiliate_id bigint primary key references person,
  -- Once in a life.
  trial_used_at timestamptz,
  is_renewing boolean not null default false,
  -- What the payment service calls the card on file, and its last four digits.
  payment_method text,
  payment_hint text,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
comment on table membership is 'personal: export, delete on erasure';
comment on column membership.payment_method is 'secret';

create table membership_period (
  affiliate_id bigint not null references person,
  id uuid not null default gen_random_uuid(),
  -- A gift costs its owner nothing.
  kind text not null check (kind in ('trial', 'first', 'regular', 'partner', 'reactivation', 'gift')),
  -- The day on which it ends is the first of the next one.
  starts_on date not null,
  ends_on date not null,
  price_minor bigint not null check (price_minor >= 0),
  currency char(3) not null,
  payment_id uuid,
  -- The free eCard of the year, redeemed once.
  ecard_license_id bigint,
  ecard_redeemed_at timestamptz,
  ecard_saved_minor bigint,
  -- The 25 % code of the year.
  discount_code text unique,
  discount_used_at timestamptz,
  discount_used_for text,
  discount_saved_minor bigint,
  -- Of a trial: joining begins a year immediately.
  ended_early_on date,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, id),
  check (ends_on > starts_on),
  check ((ecard_license_id is null) = (ecard_redeemed_at is null)),
  -- No person has two at a time.
  exclude using gist (
    int8range(affiliate_id, affiliate_id, '[]') with &&,
    daterange(starts_on, coalesce(ended_early_on, ends_on)) with &&
  )
);
comment on table membership_period is 'personal: export, keep on erasure (what was paid for is accounted for)';
create index membership_period_ends on membership_period (ends_on);

-- Attempts to renew: three within fourteen days.
create table renewal_try (
  affiliate_id bigint not null references membership on delete cascade,
  due_on date not null,
  number integer not null check (number between 1 and 3),
  tried_at timestamptz not null default now(),
  outcome text not null check (outcome in ('paid', 'declined')),
  payment_id uuid,
  primary key (affiliate_id, due_on, number)
);
comment on table renewal_try is 'personal: export, delete on erasure';

-- Reminders that were sent, so that each is sent once.
create table membership_reminder (
  affiliate_id bigint not null references membership on delete cascade,
  ends_on date not null,
  -- 0 when it had ended.
  days_before integer not null,
  sent_at timestamptz not null default now(),
  primary key (affiliate_id, ends_on, days_before)
);
comment on table membership_reminder is 'personal: not exported, delete on erasure (when a mail went out)';
