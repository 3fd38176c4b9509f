import { statement } from '#platform/server/db/database.ts';
import type { paymentMethods } from '#features/shop/shared/contract.ts';
import type { OrderLine, orderStates } from '#features/shop/shared/order-contract.ts';

export interface PlacedOrder {
  orderId: string;
  number: number;
  key: string;
  state: (typeof orderStates)[number];
  method: (typeof paymentMethods)[number];
  basketVersion: number;
  totalMinor: number;
  currency: string;
  expiresAt: Date;
  encryptedAddress: string | null;
  recipientId: number | null;
}

const columns = `order_id as "orderId", number, key, state, method, basket_version as "basketVersion",
  total_minor as "totalMinor", currency, expires_at as "expiresAt", sealed_address as "encryptedAddress",
  recipient_id as "recipientId"`;

export const findOrderByKey = statement<PlacedOrder, [affiliateId: number, key: string]>(
  `select ${columns} from shop_order where affiliate_id = $1 and key = $2`,
);
export const findPlacedOrder = statement<PlacedOrder, [affiliateId: number, orderId: string]>(
  `select ${columns} from shop_order where affiliate_id = $1 and order_id = $2`,
);
export const lockPlacedOrder = statement<PlacedOrder, [affiliateId: number, orderId: string]>(
  `select ${columns} from shop_order where affiliate_id = $1 and order_id = $2 for update`,
);

export const insertOrder = statement<
  PlacedOrder,
  [
    affiliateId: number,
    orderId: string,
    key: string,
    basketVersion: number,
    method: PlacedOrder['method'],
    currency: string,
    country: string,
    isTaxIncluded: boolean,
    subtotalMinor: number,
    discountMinor: number,
    taxMinor: number,
    totalMinor: number,
    encryptedAddress: string | null,
    now: Date,
    expiresAt: Date,
    recipientId: number | null,
  ]
>(`
  insert into shop_order (affiliate_id, order_id, key, basket_version, method, currency, country, is_tax_included,
    subtotal_minor, discount_minor, tax_minor, total_minor, sealed_address, created_at, expires_at,
    recipient_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning ${columns}`);

export type NewLine = Pick<
  OrderLine,
  | 'lineId'
  | 'productId'
  | 'category'
  | 'kind'
  | 'name'
  | 'quantity'
  | 'isGift'
  | 'licenseID'
  | 'unitMinor'
  | 'discountMinor'
  | 'taxBp'
  | 'taxMinor'
  | 'totalMinor'
> & { place: number };

export const insertLines = statement<unknown, [affiliateId: number, orderId: string, lines: string]>(`
  insert into order_line (affiliate_id, order_id, line_id, place, product_id, category, kind, name, quantity, is_gift,
    license_id, unit_minor, discount_minor, tax_bp, tax_minor, total_minor)
  select $1, $2, l."lineId", l.place, l."productId", l.category, l.kind, l.name, l.quantity, l."isGift", l."licenseID",
    l."unitMinor", l."discountMinor", l."taxBp", l."taxMinor", l."totalMinor"
  from jsonb_to_recordset($3::jsonb) as l("lineId" uuid, place int, "productId" int, category text, kind text,
    name text, quantity int, "isGift" boolean, "licenseID" bigint, "unitMinor" bigint, "discountMinor" bigint,
    "taxBp" int, "taxMinor" bigint, "totalMinor" bigint)`);

export const setOrderPayment = statement<unknown, [affiliateId: number, orderId: string, paymentId: string]>(
  'update shop_order set payment_id = $3 where affiliate_id = $1 and order_id = $2',
);

export const markCancelled = statement<unknown, [affiliateId: number, orderId: string]>(`
  update shop_order set state = 'cancelled' where affiliate_id = $1 and order_id = $2 and state = 'open'`);

/** Puts the lines of an order back into the basket and merges them with its current lines. */
export const restoreBasketLines = statement<unknown, [affiliateId: number, orderId: string, now: Date]>(`
  insert into basket_line as known (affiliate_id, line_id, product_id, quantity, is_gift, license_id, added_at)
  select l.affiliate_id, gen_random_uuid(), l.product_id, least(sum(l.quantity), min(p.max_quantity)), l.is_gift,
    l.license_id, $3::timestamptz + min(l.place) * interval '1 microsecond'
  from order_line l join product p using (product_id) where l.affiliate_id = $1 and l.order_id = $2
  -- A course for oneself and a gift are separate lines, except for professionals, who only buy gifts.
  group by l.affiliate_id, l.product_id, l.is_gift, l.license_id
  on conflict (affiliate_id, product_id, is_gift, coalesce(license_id, 0))
  do update set quantity = least(known.quantity + excluded.quantity, (
    select case when p.kind = 'course' and not known.is_gift then 1 else p.max_quantity end
    from product p where p.product_id = known.product_id))`);

/** Excludes orders whose payment page is still open, because the buyer may be paying right now. */
export const listExpiredOrders = statement<
  { affiliateId: number; orderId: string; paymentId: string | null },
  [now: Date, limit: number]
>(`
  select o.affiliate_id as "affiliateId", o.order_id as "orderId", o.payment_id as "paymentId" from shop_order o
  where o.state = 'open' and o.expires_at <= $1
    and not exists (select from payment p where p.affiliate_id = o.affiliate_id and p.payment_id = o.payment_id
      and p.state = 'open' and p.page_id is not null and p.expires_at > $1)
  order by o.expires_at limit $2`);
