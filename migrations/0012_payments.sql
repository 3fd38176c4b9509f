-- What somebody pays, by way of a payment service that alone sees the card.
create table payment (
  affiliate_id bigint not null references person,
  payment_id uuid not null default gen_random_uuid() unique,
  -- What it is for, and what that area needs to know once it is paid.
  purpose text not null check (purpose in ('club')),
  reference jsonb not null default '{}',
  -- A repeated request is the same payment.
  key uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null,
  description text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'declined', 'expired')),
  -- Where the page of the payment service sends people back to.
  return_path text not null check (return_path like '/%'),
  is_card_kept boolean not null default false,
  -- What was paid with. Known from the beginning where a kept card is charged: such a payment is never given up while
  -- it is open, because nobody knows yet whether the money went. An erasure empties both once that is known.
  method text,
  hint text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (affiliate_id, payment_id),
  unique (affiliate_id, key),
  check ((state = 'open') = (settled_at is null))
);
comment on table payment is 'personal: export, keep on erasure (what was paid is accounted for)';
comment on column payment.method is 'secret';
create index payment_open on payment (expires_at) where state = 'open';
