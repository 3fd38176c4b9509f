-- Payments go by a payment service that is asked, tells late, tells twice or never tells; here is what we know of it.
alter table payment drop constraint payment_purpose_check;
alter table payment add constraint payment_purpose_check check (purpose in ('club', 'order', 'application'));
alter table payment drop constraint payment_state_check;
-- Returned: the money came, and what it was for could not be had any more, so it goes back.
alter table payment add constraint payment_state_check
  check (state in ('open', 'paid', 'declined', 'expired', 'returned'));
alter table payment
  add column gateway text not null default 'test' check (gateway in ('test', 'stripe')),
  -- What the payment service calls its page, and later what was taken: by these it is asked.
  add column page_id text,
  add column charge_id text,
  -- Where that page is, so that whoever comes again is sent to the same one: two could both be paid.
  add column page_url text,
  -- Each asking for a page is a new one with the payment service; only one of them is ever shown.
  add column pages_opened integer not null default 0,
  -- When the payment service was last asked about it, so that nobody waits behind those who never pay.
  add column asked_at timestamptz not null default now(),
  add column refunded_minor bigint not null default 0,
  add constraint payment_refund_within check (refunded_minor between 0 and amount_minor);
comment on column payment.page_url is 'secret';
create unique index payment_page on payment (gateway, page_id) where page_id is not null;

create table payment_refund (
  affiliate_id bigint not null,
  payment_id uuid not null,
  -- The same request is the same refund, here and at the payment service.
  refund_id uuid not null unique,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null default 'open' check (state in ('open', 'done', 'refused')),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (affiliate_id, payment_id, refund_id),
  foreign key (affiliate_id, payment_id) references payment,
  check ((state = 'open') = (settled_at is null))
);
comment on table payment_refund is 'personal: export, keep on erasure (what was paid is accounted for)';
create index payment_refund_open on payment_refund (created_at) where state = 'open';

-- What the embedded test gateway remembers, as a real one would behind its own walls. No area but it reads this.
create table test_gateway_entry (
  -- The key it was asked with: the same key is the same page, charge or refund.
  key text primary key,
  kind text not null check (kind in ('page', 'charge', 'refund')),
  amount_minor bigint not null,
  currency char(3) not null,
  state text not null check (state in ('open', 'challenge', 'paid', 'declined', 'done', 'refused')),
  card text,
  -- Of a refund: what it is of.
  of_key text references test_gateway_entry,
  -- Of a page: until when it can be paid.
  expires_at timestamptz,
  created_at timestamptz not null default now()
);
create index test_gateway_entry_of on test_gateway_entry (of_key) where of_key is not null;
comment on table test_gateway_entry is 'not personal';

-- Double entry. Every transaction sums to nothing; what an account holds is the sum of its entries.
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
comment on table ledger_entry is 'not personal';
create index ledger_entry_account on ledger_entry (account);

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

-- What was paid until now.
with paid as (
  insert into ledger_transaction (transaction_id, kind, reference, currency, at)
  select payment_id, 'payment', payment_id::text, currency, settled_at from payment where state = 'paid'
  returning transaction_id
)
insert into ledger_entry (transaction_id, account, amount_minor)
select payment_id, entry.account, entry.amount_minor from payment
join paid on paid.transaction_id = payment_id
cross join lateral (values ('gateway', amount_minor), ('received:' || purpose, -amount_minor)) entry(account, amount_minor);

-- The shelf: what the catalogue file says, kept here so that it can be searched and sorted.
create table catalogue (
  is_only boolean primary key default true check (is_only),
  -- Of everything that was put on the shelf last: what is the same need not be put there again.
  digest text not null
);
comment on table catalogue is 'not personal';
insert into catalogue (digest) values ('');
create table product (
  product_id integer primary key,
  kind text not null check (kind in ('course', 'ecard', 'card', 'membership', 'item')),
  category text not null check (category in ('course', 'specialty', 'ecard', 'card', 'membership', 'gear', 'book')),
  -- Of a course, and of a card.
  package_id text,
  level_id integer,
  -- The certification that comes before it.
  after_level_id integer,
  drawing text not null,
  -- 1 is asked for most.
  popularity integer not null,
  -- How much of it one order may hold.
  max_quantity integer not null check (max_quantity between 1 and 500),
  is_posted boolean not null default false,
  is_sellable boolean not null default true,
  check ((kind = 'course') = (package_id is not null)),
  check ((kind in ('ecard', 'card')) = (level_id is not null))
);
comment on table product is 'not personal';
create table product_text (
  product_id integer not null references product on delete cascade,
  locale text not null,
  name text not null,
  excerpt text not null,
  -- Both, without accents and capitals.
  search text not null,
  -- Where its name stands among the others, as its language sorts.
  place integer not null,
  primary key (locale, product_id)
);
comment on table product_text is 'not personal';
create table product_price (
  product_id integer not null references product on delete cascade,
  currency char(3) not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (currency, product_id)
);
comment on table product_price is 'not personal';

-- One basket for each person, on every device.
create table basket (
  affiliate_id bigint primary key references person,
  -- Grows with every change: who checks out says which one they saw.
  version integer not null default 1,
  codes text[] not null default '{}',
  -- The newest of what was ever put in: who sends it again, not knowing, adds nothing.
  added_ids uuid[] not null default '{}',
  changed_at timestamptz not null default now()
);
comment on table basket is 'personal: export, delete on erasure';
create table basket_line (
  affiliate_id bigint not null references basket on delete cascade,
  -- Named by the browser: what is put in twice is in once.
  line_id uuid not null,
  product_id integer not null references product,
  quantity integer not null check (quantity between 1 and 500),
  -- Of a course: as a code to give away.
  is_gift boolean not null default false,
  -- Of a card: the certification it is for.
  license_id bigint,
  added_at timestamptz not null default now(),
  primary key (affiliate_id, line_id)
);
comment on table basket_line is 'personal: export, delete on erasure';
-- The same thing again is more of it.
create unique index basket_line_same on basket_line (affiliate_id, product_id, is_gift, coalesce(license_id, 0));

create table promotion (
  -- As it is compared: capitals, without spaces.
  code text primary key check (code ~ '^[A-Z0-9-]{3,24}$'),
  -- One of them: hundredths of a percent, or an amount in its currency.
  percent_bp integer check (percent_bp between 1 and 10000),
  amount_minor bigint check (amount_minor > 0),
  currency char(3),
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  max_uses integer check (max_uses > 0),
  uses integer not null default 0 check (uses >= 0),
  max_per_person integer not null default 1 check (max_per_person > 0),
  is_stackable boolean not null default false,
  -- Null for everything.
  categories text[],
  check (uses <= coalesce(max_uses, uses)),
  check ((percent_bp is null) <> (amount_minor is null)),
  check ((amount_minor is null) = (currency is null))
);
comment on table promotion is 'not personal';

create sequence order_number_seq start 10001;
create table shop_order (
  affiliate_id bigint not null references person,
  order_id uuid not null default gen_random_uuid() unique,
  number bigint not null unique default nextval('order_number_seq'),
  -- A repeated checkout is the same order; the same key for another basket is refused.
  key uuid not null,
  basket_version integer not null,
  state text not null default 'open' check (state in ('open', 'paid', 'cancelled')),
  method text not null check (method in ('card', 'credit', 'free')),
  currency char(3) not null,
  country text not null,
  is_tax_included boolean not null,
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  discount_minor bigint not null check (discount_minor between 0 and subtotal_minor),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null check (total_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and total_minor),
  -- Where things are sent, sealed; null where nothing is.
  sealed_address text,
  payment_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  primary key (affiliate_id, order_id),
  unique (affiliate_id, key),
  check ((state = 'paid') = (paid_at is not null))
);
comment on table shop_order is 'personal: export, keep on erasure (what was paid is accounted for)';
comment on column shop_order.sealed_address is 'sealed: contact';
create index shop_order_open on shop_order (expires_at) where state = 'open';
create index shop_order_created on shop_order (created_at desc, order_id);

create table order_line (
  affiliate_id bigint not null,
  order_id uuid not null,
  line_id uuid not null,
  place integer not null,
  product_id integer not null,
  category text not null,
  kind text not null,
  -- As it was called to whoever bought it.
  name text not null,
  quantity integer not null check (quantity > 0),
  is_gift boolean not null default false,
  license_id bigint,
  unit_minor bigint not null check (unit_minor >= 0),
  discount_minor bigint not null check (discount_minor >= 0),
  tax_bp integer not null check (tax_bp >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  -- What is paid for it, with tax.
  total_minor bigint not null check (total_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and total_minor),
  -- Given: it is theirs. To post: somebody has to pack it. Failed: it could not be given, and the money goes back.
  state text not null default 'open' check (state in ('open', 'given', 'to_post', 'posted', 'failed', 'taken_back')),
  -- The codes that were made for it.
  codes text[] not null default '{}',
  done_at timestamptz,
  primary key (affiliate_id, order_id, line_id),
  foreign key (affiliate_id, order_id) references shop_order on delete cascade
);
comment on table order_line is 'personal: export, keep on erasure (what was paid is accounted for)';
comment on column order_line.codes is 'secret';

-- Which codes an order was made with; one that is given up lets them go.
create table promotion_use (
  affiliate_id bigint not null,
  order_id uuid not null,
  code text not null,
  -- The code of somebody's membership year is not in the table of promotions.
  is_club boolean not null,
  saved_minor bigint not null check (saved_minor >= 0),
  primary key (affiliate_id, order_id, code),
  foreign key (affiliate_id, order_id) references shop_order on delete cascade
);
comment on table promotion_use is 'personal: export, keep on erasure (what was paid is accounted for)';
create index promotion_use_code on promotion_use (code, affiliate_id);

create table order_refund (
  affiliate_id bigint not null,
  order_id uuid not null,
  refund_id uuid not null unique,
  amount_minor bigint not null check (amount_minor > 0),
  -- By line: { lineId, amountMinor, taxMinor }.
  lines jsonb not null,
  reason text not null check (length(reason) between 1 and 500),
  -- Null where nobody decided it: what could not be given is paid back by itself.
  by_affiliate_id bigint references person,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, order_id, refund_id),
  foreign key (affiliate_id, order_id) references shop_order on delete cascade
);
comment on table order_refund is 'personal: export, keep on erasure (what was paid is accounted for)';

-- A course whose money went back: what was learned of it waits here, should it become the person's again.
create table withdrawn_course (
  affiliate_id bigint not null references person,
  package_id text not null,
  withdrawn_at timestamptz not null default now(),
  -- The rows of the enrollment and of all that hung on it, by table.
  kept jsonb not null,
  primary key (affiliate_id, package_id)
);
comment on table withdrawn_course is 'personal: export, delete on erasure';

-- Credit that a store already had is in the ledger from now on.
do $$
declare store record; id uuid;
begin
  for store in select * from person where available_credit_minor > 0 and store_number is not null loop
    id := gen_random_uuid();
    insert into ledger_transaction values (id, 'credit.opening', store.store_number::text, store.available_credit_currency, now());
    insert into ledger_entry values (id, 'funding', store.available_credit_minor),
      (id, 'credit:' || store.store_number, -store.available_credit_minor);
  end loop;
end $$;
