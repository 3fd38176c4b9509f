-- Every payment becomes an order, minors ask a guardian to pay, and a country is known before anything is ordered.

-- The country of people whose profile has no address yet. The profile's address takes precedence.
create table billing_country (
  affiliate_id bigint primary key references person,
  country text not null check (country ~ '^[A-Z]{2}$'),
  given_at timestamptz not null default now()
);
comment on table billing_country is 'personal: export, delete on erasure';

alter table shop_order
  -- Who receives what was bought, where that is not the buyer: a guardian buys for a minor.
  add column recipient_id bigint references person,
  -- Payments made before they were orders: how much tax they contained was not recorded.
  add column is_tax_unknown boolean not null default false;
create index shop_order_recipient on shop_order (recipient_id) where recipient_id is not null;
-- Where what was bought is opened, for what is not in the catalogue.
alter table order_line add column path text check (path like '/%');

alter table product drop constraint product_kind_check;
alter table product add constraint product_kind_check
  check (kind in ('course', 'ecard', 'card', 'membership', 'code', 'item'));
alter table product drop constraint product_check;
alter table product add constraint product_package_check check ((kind in ('course', 'code')) = (package_id is not null));
-- Bought to be given away: the buyer's own visit to the dashboard does not redeem it.
alter table access_code add column is_gift boolean not null default false;
-- Granted by staff at the desk, once for each key.
alter table access_code add column grant_key uuid unique;

-- What a minor asks a guardian to pay. Nothing is ordered or reserved by it.
create table payment_request (
  affiliate_id bigint not null references person,
  request_id uuid not null unique,
  -- A repeated request is the same request.
  key uuid not null,
  state text not null default 'open' check (state in ('open', 'approved', 'paid', 'declined', 'withdrawn', 'expired')),
  -- { productId, quantity, isGift, licenseID, name }; a club year is { clubKind }.
  lines jsonb not null,
  codes text[] not null default '{}',
  -- What the minor saw. The guardian pays the prices of the day.
  currency char(3) not null,
  total_minor bigint not null check (total_minor >= 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_by bigint references person,
  decided_at timestamptz,
  -- The order that came of it, of the guardian who approved.
  order_id uuid,
  primary key (affiliate_id, request_id),
  unique (affiliate_id, key)
);
comment on table payment_request is 'personal: export, delete on erasure';
create index payment_request_decided_by on payment_request (decided_by);
create index payment_request_open on payment_request (expires_at) where state = 'open';
create unique index payment_request_order on payment_request (order_id) where order_id is not null;

-- Club years and application fees that were paid before: their tax was not recorded, so it is none, and marked.
insert into shop_order (affiliate_id, order_id, key, basket_version, state, method, currency, country, is_tax_included,
  subtotal_minor, discount_minor, tax_minor, total_minor, payment_id, created_at, expires_at, paid_at, is_tax_unknown)
select p.affiliate_id, p.payment_id, p.payment_id, 0, 'paid', 'card', p.currency, '', false, p.amount_minor, 0, 0,
  p.amount_minor, p.payment_id, p.created_at, p.expires_at, p.settled_at, true
from payment p where p.state = 'paid' and p.purpose in ('club', 'application') order by p.settled_at;
insert into order_line (affiliate_id, order_id, line_id, place, product_id, category, kind, name, quantity, unit_minor,
  discount_minor, tax_bp, tax_minor, total_minor, state, done_at, path)
select p.affiliate_id, p.payment_id, p.payment_id, 0, case p.purpose when 'club' then 3001 else 6001 end,
  case p.purpose when 'club' then 'membership' else 'application' end,
  case p.purpose when 'club' then 'membership' else 'application' end,
  p.description, 1, p.amount_minor, 0, 0, 0, p.amount_minor, 'given', p.settled_at,
  case p.purpose when 'club' then '/club' else '/applications/' || (p.reference ->> 'applicationId') end
from payment p where p.state = 'paid' and p.purpose in ('club', 'application');
with booked as (
  insert into ledger_transaction (transaction_id, kind, reference, currency, at)
  select gen_random_uuid(), 'order', p.payment_id::text, p.currency, p.settled_at
  from payment p where p.state = 'paid' and p.purpose in ('club', 'application')
  returning transaction_id, reference
)
insert into ledger_entry (transaction_id, account, amount_minor)
select b.transaction_id, entry.account, entry.minor
from booked b join payment p on p.payment_id::text = b.reference
cross join lateral (values ('received:' || p.purpose, p.amount_minor),
  ('sales:' || case p.purpose when 'club' then 'membership' else 'application' end, -p.amount_minor)) entry(account, minor);

-- A club year that was a gift costs its owner nothing.
alter table membership_period drop constraint membership_period_kind_check;
alter table membership_period add constraint membership_period_kind_check
  check (kind in ('trial', 'first', 'regular', 'partner', 'reactivation', 'gift'));
