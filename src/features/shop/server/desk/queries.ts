import type { QueryCreator } from 'kysely';
import { query, queryBy, type Params } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { pageSize } from '#features/shop/shared/contract.ts';
import { linesOfOrder, orderColumns, summaryColumns } from '#features/shop/server/orders/queries.ts';

interface OrderFilter {
  show: 'all' | 'to_post' | 'refunded';
  isSearched: boolean;
}

interface OrderSearch {
  pattern: string;
  /** The search as an order number. */
  number: number | null;
}

const filters: readonly OrderFilter[] = [
  { show: 'all', isSearched: false },
  { show: 'all', isSearched: true },
  { show: 'to_post', isSearched: false },
  { show: 'to_post', isSearched: true },
  { show: 'refunded', isSearched: false },
  { show: 'refunded', isSearched: true },
];

const matchOrders = (db: QueryCreator<Tables>, p: Params<OrderSearch>, { show, isSearched }: OrderFilter) =>
  db
    .selectFrom('shop_order as o')
    .$if(isSearched, (qb) =>
      qb
        .innerJoin('person as p', 'p.affiliate_id', 'o.affiliate_id')
        .innerJoin('person_name as n', 'n.affiliate_id', 'o.affiliate_id')
        .where((eb) =>
          eb.or([
            eb('o.number', '=', p.number),
            eb('n.search_names', 'ilike', p.pattern),
            eb('p.email', 'ilike', p.pattern),
          ]),
        ),
    )
    .$if(show === 'refunded', (qb) => qb.where('o.refunded_minor', '>', 0))
    .$if(show === 'to_post', (qb) =>
      qb.where((eb) =>
        eb.exists(
          eb
            .selectFrom('order_line as t')
            .select('t.line_id')
            .whereRef('t.affiliate_id', '=', 'o.affiliate_id')
            .whereRef('t.order_id', '=', 'o.order_id')
            .where('t.state', '=', 'to_post'),
        ),
      ),
    );

export const listDeskOrders = queryBy(
  (db, p: Params<OrderSearch & { offset: number }>, filter: OrderFilter) =>
    db
      .selectFrom(
        matchOrders(db, p, filter)
          .selectAll('o')
          .orderBy('o.created_at', 'desc')
          .orderBy('o.order_id')
          .limit(pageSize)
          .offset(p.offset)
          .as('o'),
      )
      .innerJoin('person_name as n', 'n.affiliate_id', 'o.affiliate_id')
      .crossJoinLateral(linesOfOrder)
      .select(summaryColumns)
      .select('n.full_name as buyer')
      .orderBy('o.created_at', 'desc')
      .orderBy('o.order_id'),
  filters,
);

export const countDeskOrders = queryBy(
  (db, p: Params<OrderSearch>, filter: OrderFilter) =>
    matchOrders(db, p, filter).select((eb) => eb.fn.countAll<number>().as('total')),
  filters,
);

export const findAnyOrder = query((db, p: Params<{ orderId: string }>) =>
  db.selectFrom('shop_order').select(orderColumns).where('order_id', '=', p.orderId),
);

export const lockAnyOrder = query((db, p: Params<{ orderId: string }>) =>
  db.selectFrom('shop_order').select(orderColumns).where('order_id', '=', p.orderId).forUpdate(),
);
