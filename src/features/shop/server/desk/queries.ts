import { sql, type QueryCreator } from 'kysely';
import { query, queryBy, type Params } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { matchEmail, matchName, type EmailTerm, type NameTerm } from '#features/account/server/public.ts';
import { pageSize } from '#features/shop/shared/contract.ts';
import { linesOfOrder, orderColumns, summaryColumns } from '#features/shop/server/orders/queries.ts';

interface OrderFilter {
  show: 'all' | 'to_post' | 'refunded';
  search: 'number' | 'name' | 'email' | null;
}

export type OrderSearch = NameTerm & EmailTerm & { number: number };

/** Counting stops here, because it would read all orders. */
export const maxCounted = 500;

const filters: readonly OrderFilter[] = (['all', 'to_post', 'refunded'] as const).flatMap((show) =>
  ([null, 'number', 'name', 'email'] as const).map((search) => ({ show, search })),
);

const selectBuyers = (db: QueryCreator<Tables>, p: Params<OrderSearch>, search: 'name' | 'email') =>
  db
    .selectFrom('person as p')
    .select('p.affiliate_id')
    .where((search === 'name' ? matchName(p, 'containsWords') : matchEmail(p, 'containsEmail')).matches);

const matchOrders = (db: QueryCreator<Tables>, p: Params<OrderSearch>, { show, search }: OrderFilter) =>
  db
    .selectFrom('shop_order as o')
    .$if(search === 'number', (qb) => qb.where('o.number', '=', p.number))
    .$if(search === 'name' || search === 'email', (qb) =>
      qb.where('o.affiliate_id', 'in', selectBuyers(db, p, search === 'name' ? 'name' : 'email')),
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
  (db, p: Params<OrderSearch & { locale: string; offset: number }>, filter: OrderFilter) =>
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
      .crossJoinLateral(linesOfOrder(p))
      .select(summaryColumns)
      .select('n.full_name as buyer')
      .orderBy('o.created_at', 'desc')
      .orderBy('o.order_id'),
  filters,
  { isReplanned: true },
);

export const countDeskOrders = queryBy(
  (db, p: Params<OrderSearch>, filter: OrderFilter) =>
    db
      .selectFrom(
        matchOrders(db, p, filter)
          .select(sql.lit(1).as('one'))
          .limit(maxCounted + 1)
          .as('o'),
      )
      .select((eb) => eb.fn.countAll<number>().as('total')),
  filters,
  { isReplanned: true },
);

export const findAnyOrder = query((db, p: Params<{ orderId: string }>) =>
  db.selectFrom('shop_order').select(orderColumns).where('order_id', '=', p.orderId),
);

export const lockAnyOrder = query((db, p: Params<{ orderId: string }>) =>
  db.selectFrom('shop_order').select(orderColumns).where('order_id', '=', p.orderId).forNoKeyUpdate(),
);
