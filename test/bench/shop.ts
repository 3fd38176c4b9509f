import { Client, type ClientConfig } from 'pg';
import { currencies } from '#features/payments/shared/currency.ts';
import { locales } from '#platform/shared/locale.ts';
import { firstLearner } from './learning.ts';
import type { Portal } from './servers.ts';

const products = 5_000;
const firstProduct = 100_001;
/** A course that no buyer owns. */
const soldCourse = 2003;

/** Adds generated products to the catalogue. */
export async function fillShop(connection: ClientConfig): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from product');
  const productRange = [firstProduct, firstProduct + products - 1 - (rows[0]?.count ?? 0)];
  await client.query(
    `insert into product (product_id, kind, category, drawing, popularity, max_quantity, is_posted)
     select n, 'item', (array['gear', 'book'])[1 + n % 2], 'compass', 200 + n, 20, true
     from generate_series($1::int, $2) n`,
    productRange,
  );
  await client.query(
    `insert into product_text (product_id, locale, name, excerpt, search, place)
     select n, locale, 'Reel number ' || n, 'A line of ' || n % 100 || ' m that never tangles, on a reel that floats.',
       'reel number ' || n || ' a line of ' || n % 100 || ' m that never tangles, on a reel that floats.', n
     from generate_series($1::int, $2) n, unnest($3::text[]) locale`,
    [...productRange, locales],
  );
  await client.query(
    `insert into product_price (product_id, currency, amount_minor)
     select n, currency, 1000 + n % 9000 from generate_series($1::int, $2) n, unnest($3::text[]) currency`,
    [...productRange, currencies],
  );
  await client.query('vacuum analyze');
  await client.end();
}

export const raceSize = { buyers: 200, codes: 10 };

interface RaceResult {
  /** Orders with one of the codes. */
  won: number;
  /** Responses that are neither an order nor a conflict, and mismatches between orders and codes. */
  odd: number;
  seconds: number;
}

/** Ten single-use codes, each tried by twenty buyers at the same time. */
export async function raceForCodes(portal: Portal, connection: ClientConfig): Promise<RaceResult> {
  const client = new Client(connection);
  await client.connect();
  await client.query(
    `insert into promotion (code, percent_bp, max_uses) select 'LAST-' || n, 1000, 1 from generate_series(1, $1::int) n`,
    [raceSize.codes],
  );
  const buyers = await Promise.all(
    Array.from({ length: raceSize.buyers }, async (_, n) => {
      const call = createCaller(portal, await portal.headersOf(firstLearner + n));
      await call('basket/lines', { lineId: crypto.randomUUID(), productId: soldCourse, quantity: 1 });
      const { body } = await call('basket/codes', { code: `LAST-${(n % raceSize.codes) + 1}` });
      const { version, totalMinor } = body as { version: number; totalMinor: number };
      const order = { basketVersion: version, seenTotalMinor: totalMinor, method: 'card' };
      return () => call('checkout', { key: crypto.randomUUID(), ...order });
    }),
  );
  const startedAt = performance.now();
  const responses = await Promise.all(buyers.map((checkOut) => checkOut()));
  const seconds = (performance.now() - startedAt) / 1_000;
  const { rows } = await client.query<{ won: number }>(
    `select count(*)::int as won from promotion_use join shop_order using (affiliate_id, order_id)
     where code like 'LAST-%' and state <> 'cancelled'`,
  );
  const { rows: uses } = await client.query<{ uses: number }>(
    `select sum(uses)::int as uses from promotion where code like 'LAST-%'`,
  );
  await client.end();
  const unexpected = responses.find(({ status }) => status !== 200 && status !== 409);
  if (unexpected) console.log('  unexpected response:', unexpected.status, JSON.stringify(unexpected.body));
  const ordered = responses.filter(({ status }) => status === 200).length;
  const rejected = responses.filter(({ status }) => status === 409).length;
  const won = rows[0]?.won ?? 0;
  // Orders, code uses and responses must agree.
  const odd = responses.length - ordered - rejected + Math.abs(won - ordered) + Math.abs(won - (uses[0]?.uses ?? 0));
  return { won, odd, seconds };
}

function createCaller(portal: Portal, headers: Record<string, string>) {
  return async (path: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${portal.port}/api/shop/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
}
