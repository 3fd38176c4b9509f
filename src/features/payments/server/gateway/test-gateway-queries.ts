import { sql } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';

const columns = ['key', 'state', 'card', 'amount_minor as amountMinor', 'expires_at as expiresAt'] as const;

type EntryKind = 'page' | 'charge' | 'refund';

export const findEntry = query((db, p: Params<{ key: string; kind: EntryKind }>) =>
  db.selectFrom('test_gateway_entry').select(columns).where('key', '=', p.key).where('kind', '=', p.kind),
);

export type TestGatewayEntry = Row<typeof findEntry>;

interface NewEntry extends TestGatewayEntry {
  kind: EntryKind;
  currency: string;
  ofKey: string | null;
}

export const insertEntry = query((db, p: Params<NewEntry>) =>
  db
    .insertInto('test_gateway_entry')
    .values({
      key: p.key,
      kind: p.kind,
      amount_minor: p.amountMinor,
      currency: p.currency,
      state: p.state,
      card: p.card,
      of_key: p.ofKey,
      expires_at: p.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing()),
);

/** Locks the paid entry, so refunds of it run one after the other. */
export const lockPaidEntry = query((db, p: Params<{ key: string }>) =>
  db
    .selectFrom('test_gateway_entry')
    .select(columns)
    .where('key', '=', p.key)
    .where('kind', '<>', 'refund')
    .where('state', '=', 'paid')
    .forNoKeyUpdate(),
);

export const sumRefunds = query((db, p: Params<{ ofKey: string }>) =>
  db
    .selectFrom('test_gateway_entry')
    .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('amount_minor'), sql.lit(0)), 'bigint').as('sum'))
    .where('of_key', '=', p.ofKey)
    .where('state', '=', 'done'),
);

interface PageChange {
  key: string;
  from: TestGatewayEntry['state'][];
  to: TestGatewayEntry['state'];
  card: string | null;
  now: Date;
}

/** Returns no row if the page has expired or is in another state. */
export const updatePageState = query((db, p: Params<PageChange>) =>
  db
    .updateTable('test_gateway_entry')
    .set((eb) => ({ state: p.to, card: eb.fn.coalesce(p.card, 'card') }))
    .where('key', '=', p.key)
    .where('kind', '=', 'page')
    .where((eb) => eb('state', '=', eb.fn.any(p.from)))
    .where('expires_at', '>', p.now)
    .returning('key'),
);
