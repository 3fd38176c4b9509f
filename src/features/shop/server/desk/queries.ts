import { statement } from '#platform/server/db/database.ts';
import { fullNameSql, searchNamesSql } from '#features/account/server/public.ts';
import {
  linesOfOrder,
  orderColumns,
  type OrderRow,
  summaryColumns,
  type SummaryRow,
} from '#features/shop/server/orders/queries.ts';

/** $1 is the search pattern, $2 the search as an order number or null, $3 the filter. */
const matchingOrders = `
  from shop_order o join person p using (affiliate_id)
  where ($1 = '' or o.number = $2 or ${searchNamesSql('p')} ilike $1 or p.email ilike $1)
    and case $3
      when 'refunded' then o.refunded_minor > 0
      when 'to_post' then exists (select from order_line t
        where t.affiliate_id = o.affiliate_id and t.order_id = o.order_id and t.state = 'to_post')
      else true end`;

type OrderFilterValues = [pattern: string, number: number | null, show: 'all' | 'to_post' | 'refunded'];

export const listDeskOrders = statement<
  SummaryRow & { buyer: string },
  [...OrderFilterValues, limit: number, offset: number]
>(`
  select ${summaryColumns}, o.buyer
  from (select o.*, ${fullNameSql('p')} as buyer ${matchingOrders} order by o.created_at desc, o.order_id limit $4 offset $5) o
    cross join ${linesOfOrder}
  order by o.created_at desc, o.order_id`);
export const countDeskOrders = statement<{ total: number }, OrderFilterValues>(
  `select count(*)::int as total ${matchingOrders}`,
);

export const findAnyOrder = statement<OrderRow, [orderId: string]>(
  `select ${orderColumns} from shop_order o where o.order_id = $1`,
);
export const lockAnyOrder = statement<OrderRow, [orderId: string]>(
  `select ${orderColumns} from shop_order o where o.order_id = $1 for update`,
);
