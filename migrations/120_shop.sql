-- The shop.

-- The content of the catalogue file, stored here so that it can be searched and sorted.
create table catalogue (
  is_only boolean primary key default true check (is_only),
  -- Of the file that was stored last: the same one isn't stored again.
  digest text not null
);
comment on table catalogue is 'not personal';
insert into catalogue (digest) values ('');

create table product (
  product_id integer primary key,
  kind text not null check (kind in ('course', 'ecard', 'card', 'membership', 'code', 'item')),
  category text not null check (category in ('course', 'specialty', 'ecard', 'card', 'membership', 'gear', 'book')),
  -- Of a course or a code, and of a card.
  package_id text,
  level_id integer,
  -- The certification that comes before it.
  after_level_id integer,
  drawing text not null,
  -- 1 is the most popular.
  popularity integer not null,
  -- How much of it one order may hold.
  max_quantity integer not null check (max_quantity between 1 and 500),
  is_posted boolean not null default false,
  is_sellable boolean not null default true,
  check ((kind in ('course', 'code')) = (package_id is not null)),
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
  -- The position of its name in the order of its language.
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
  -- Grows with every change: a checkout names the one that was shown.
  version integer not null default 1,
  codes text[] not null default '{}',
  -- The newest lines that were ever added: a repeated request adds nothing.
  added_ids uuid[] not null default '{}',
  changed_at timestamptz not null default now()
);
comment on table basket is 'personal: export, delete on erasure';

create table basket_line (
  affiliate_id bigint not null references basket on delete cascade,
  -- Chosen by the browser: a repeated request adds one line.
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
-- The same product again increases the quantity.
create unique index basket_line_same on basket_line (affiliate_id, product_id, is_gift, coalesce(license_id, 0));
comment on table basket_line is 'personal: export, delete on erasure';

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
  -- Who receives what was bought, if that is not the buyer: a guardian buys for a minor.
  recipient_id bigint references person,
  method text not null check (method in ('card', 'credit', 'free')),
  currency char(3) not null,
  country text not null,
  is_tax_included boolean not null,
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  discount_minor bigint not null check (discount_minor between 0 and subtotal_minor),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null check (total_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and total_minor),
  -- Where items are sent; null if nothing is sent.
  sealed_address text,
  payment_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  primary key (affiliate_id, order_id),
  unique (affiliate_id, key),
  check ((state = 'paid') = (paid_at is not null))
);
create index shop_order_open on shop_order (expires_at) where state = 'open';
create index shop_order_created on shop_order (created_at desc, order_id);
-- The desk's list of refunded orders.
create index shop_order_refunded on shop_order (created_at desc, order_id) where refunded_minor > 0;
create index shop_order_recipient on shop_order (recipient_id) where recipient_id is not null;
-- An order without its person.
create index shop_order_id on shop_order (order_id);
comment on table shop_order is 'personal: export, keep on erasure (what was paid is accounted for)';
comment on column shop_order.sealed_address is 'sealed: contact';

create table order_line (
  affiliate_id bigint not null,
  order_id uuid not null,
  line_id uuid not null,
  place integer not null,
  product_id integer not null,
  category text not null,
  kind text not null,
  -- As it was shown to the buyer.
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
  -- Given: it is theirs. To post: staff have to pack it. Failed: it could not be given, and is refunded.
  state text not null default 'open' check (state in ('open', 'given', 'to_post', 'posted', 'failed', 'taken_back')),
  -- The codes that were made for it, and those of them that were taken back with a refund: they are valid again if the refund fails.
  codes text[] not null default '{}',
  taken_codes text[] not null default '{}',
  -- Where the purchase is opened, for what is not in the catalogue.
  path text check (path like '/%'),
  done_at timestamptz,
  primary key (affiliate_id, order_id, line_id),
  foreign key (affiliate_id, order_id) references shop_order on delete cascade
);
-- What the desk has to post.
create index order_line_to_post on order_line (affiliate_id, order_id) where state = 'to_post';
comment on table order_line is 'personal: export, keep on erasure (what was paid is accounted for)';
comment on column order_line.codes is 'secret';
comment on column order_line.taken_codes is 'secret';

-- The codes of an order. A cancelled order releases them.
create table promotion_use (
  affiliate_id bigint not null,
  order_id uuid not null,
  code text not null,
  -- The code of a membership year is not in the table of promotions.
  is_club boolean not null,
  saved_minor bigint not null check (saved_minor >= 0),
  primary key (affiliate_id, order_id, code),
  foreign key (affiliate_id, order_id) references shop_order on delete cascade
);
create index promotion_use_code on promotion_use (code, affiliate_id);
comment on table promotion_use is 'personal: export, keep on erasure (what was paid is accounted for)';

create table order_refund (
  affiliate_id bigint not null,
  order_id uuid not null,
  refund_id uuid not null unique,
  amount_minor bigint not null check (amount_minor > 0),
  -- By line: { lineId, amountMinor, taxMinor }.
  lines jsonb not null,
  reason text not null check (length(reason) between 1 and 500),
  -- Null if nobody decided it: what could not be given is refunded automatically.
  by_affiliate_id bigint references person,
  created_at timestamptz not null default now(),
  primary key (affiliate_id, order_id, refund_id),
  foreign key (affiliate_id, order_id) references shop_order on delete cascade
);
comment on table order_refund is 'personal: export, keep on erasure (what was paid is accounted for)';

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
  -- What the minor saw. The guardian pays the current prices.
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
create index payment_request_decided_by on payment_request (decided_by);
create index payment_request_open on payment_request (expires_at) where state = 'open';
-- A minor has one request that is not paid: open, or approved by a guardian.
create unique index payment_request_unpaid on payment_request (affiliate_id) where state in ('open', 'approved');
create unique index payment_request_order on payment_request (order_id) where order_id is not null;
comment on table payment_request is 'personal: export, delete on erasure';
