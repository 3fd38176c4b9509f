-- Payments by way of a payment service that alone sees the card, and the ledger.

-- The country of people whose profile has no address yet. The profile's address takes precedence.
create table billing_country (
  affiliate_id bigint primary key references person,
  country text not null check (country ~ '^[A-Z]{2}$'),
  given_at timestamptz not null default now()
);
comment on table billing_country is 'personal: export, delete on erasure';

-- The payment service is asked, and may answer late, twice or never; this is what we know of it.
create table payment (
  affiliate_id bigint not null references person,
  payment_id uuid not null default gen_random_uuid() unique,
  -- What it is for, and what that feature needs once it is paid.
  purpose text not null constraint payment_purpose_check check (purpose in ('club', 'order', 'application')),
  reference jsonb not null default '{}',
  -- A repeated request is the same payment.
  key uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null,
  description text not null,
  -- Returned: it was paid, and what it was for was no longer available, so the money is refunded.
  state text not null default 'open' constraint payment_state_check
    check (state in ('open', 'paid', 'declined', 'expired', 'returned')),
  -- Where the page of the payment service sends people back to.
  return_path text not null check (return_path like '/%'),
  is_card_kept boolean not null default false,
  -- What was paid with. Known from the beginning if a stored card is charged: such a payment never expires while it is open,
  -- because nobody knows yet whether the money was taken. An erasure empties both once that is known.
  method text,
  hint text,
  gateway text not null default 'test' check (gateway in ('test', 'stripe')),
  -- The payment service's names of its page, and later of the charge: by these it is asked.
  page_id text,
  charge_id text,
  -- Where that page is, so that whoever comes again is sent to the same one: two could both be paid.
  page_url text,
  -- Each request for a page is a new one with the payment service; only one of them is ever shown.
  pages_opened integer not null default 0,
  -- When the payment service was last asked about it, so that nobody waits behind those who never pay.
  asked_at timestamptz not null default now(),
  refunded_minor bigint not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (affiliate_id, payment_id),
  unique (affiliate_id, key),
  check ((state = 'open') = (settled_at is null)),
  constraint payment_refund_within check (refunded_minor between 0 and amount_minor)
);
create unique index payment_page on payment (gateway, page_id) where page_id is not null;
create index payment_open on payment (expires_at) where state = 'open';
create index payment_returned on payment (settled_at) where state = 'returned' and refunded_minor < amount_minor;
comment on table payment is 'personal: export, keep on erasure (what was paid is accounted for)';
comment on column payment.method is 'secret';
comment on column payment.page_url is 'secret';

create table payment_refund (
  affiliate_id bigint not null,
  payment_id uuid not null,
  -- The same request is the same refund, here and at the payment service.
  refund_id uuid not null unique,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null default 'open' check (state in ('open', 'done', 'refused')),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- A bank may send money back days later: the refund is refused after all, and this says since when.
  failed_at timestamptz,
  primary key (affiliate_id, payment_id, refund_id),
  foreign key (affiliate_id, payment_id) references payment,
  check ((state = 'open') = (settled_at is null))
);
create index payment_refund_open on payment_refund (created_at) where state = 'open';
-- Refunds of a payment without its person.
create index payment_refund_payment on payment_refund (payment_id);
comment on table payment_refund is 'personal: export, keep on erasure (what was paid is accounted for)';

-- What the embedded test gateway remembers, as a real payment service would. Only the gateway reads it.
create table test_gateway_entry (
  -- The key of the request: the same key is the same page, charge or refund.
  key text primary key,
  kind text not null check (kind in ('page', 'charge', 'refund')),
  amount_minor bigint not null,
  currency char(3) not null,
  state text not null check (state in ('open', 'challenge', 'paid', 'declined', 'done', 'refused')),
  card text,
  -- Of a refund: what it refunds.
  of_key text references test_gateway_entry,
  -- Of a page: until when it can be paid.
  expires_at timestamptz,
  created_at timestamptz not null default now()
);
create index test_gateway_entry_of on test_gateway_entry (of_key) where of_key is not null;
comment on table test_gateway_entry is 'not personal';

-- Double entry. The entries of a transaction sum to zero; the balance of an account is the sum of its entries.
create table ledger_transaction (
  transaction_id uuid primary key,
  kind text not null,
  -- What it books: an order, a payment, a refund, a grant of credit.
  reference text not null,
  currency char(3) not null,
  at timestamptz not null,
  unique (kind, reference)
);
comment on table ledger_transaction is 'not personal';

create table ledger_entry (
  transaction_id uuid not null references ledger_transaction,
  -- gateway, received:<purpose>, sales:<category>, tax:<country>, credit:<store number>, funding
  account text not null,
  -- Positive is debit, negative is credit.
  amount_minor bigint not null check (amount_minor <> 0),
  primary key (transaction_id, account)
);
create index ledger_entry_account on ledger_entry (account);
comment on table ledger_entry is 'not personal';

create function demand_balance() returns trigger language plpgsql as $$
begin
  if (select sum(amount_minor) from ledger_entry where transaction_id = new.transaction_id) is distinct from 0 then
    raise exception 'ledger transaction % does not balance', new.transaction_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_balances after insert on ledger_entry
  deferrable initially deferred for each row execute function demand_balance();

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only ever added to';
end $$;
create trigger ledger_entry_fixed before update or delete on ledger_entry
  for each row execute function refuse_ledger_change();
create trigger ledger_transaction_fixed before update or delete on ledger_transaction
  for each row execute function refuse_ledger_change();
