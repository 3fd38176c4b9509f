import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createOrdersFixture } from '#test/support/api/orders-testing.ts';
import { type Person, productIds, staff } from '#test/support/api/shop-testing.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { eraseDueAccounts } from '#features/account/server/public.ts';
import type { Order, OrderSummary } from '#features/shop/shared/order-contract.ts';

const shop = await createOrdersFixture();
const { portal, services, rows, call, request, newBuyer, buy, makeOrder, order } = shop;
const deep = { productId: productIds.deep };
const address = {
  name: 'Noa Berg',
  line1: 'Reef Road 1',
  line2: '',
  city: 'Hilo',
  state: '',
  postalCode: '96720',
  country: 'US',
};
const list = async (person: Person, page = 1) =>
  (await call<{ items: OrderSummary[]; total: number }>(person, 'GET', `orders?page=${page}`)).body;

describe('GET orders', () => {
  it('lists orders newest first, in pages', async () => {
    const buyer = await newBuyer();
    expect(await list(buyer)).toEqual({ items: [], total: 0 });
    const first = await buy(buyer, [deep, { productId: productIds.buoyancy, isGift: true, quantity: 2 }]);
    const { orderId } = await makeOrder(buyer, [{ productId: productIds.enrichedAir }]);
    const { items, total } = await list(buyer);
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { orderId, state: 'open', paidDate: null, itemCount: 1 },
      { orderId: first.orderId, state: 'paid', itemCount: 3, totalMinor: first.totalMinor, currency: 'USD' },
    ]);
    expect(items[1]?.names).toEqual(first.lines.map(({ name }) => name));
    expect(await list(buyer, 2)).toEqual({ items: [], total: 2 });
  });

  it('returns the address, the prices and the discounts', async () => {
    const buyer = await newBuyer();
    const { orderId } = await makeOrder(buyer, [{ productId: productIds.mask }], { address });
    const open = await order(buyer, orderId);
    expect(open).toMatchObject({ state: 'open', method: 'card', address, country: 'US', codes: [], refunds: [] });
    expect(open.totalMinor).toBe(open.subtotalMinor - open.discountMinor + (open.isTaxIncluded ? 0 : open.taxMinor));
    const [row] = await rows<{ sealed_address: string }>('select sealed_address from shop_order where order_id = $1', [
      orderId,
    ]);
    expect(row?.sealed_address).not.toContain('Reef');
  });

  it("names products in the reader's language", async () => {
    const buyer = await newBuyer();
    const { orderId, number } = await buy(buyer, [{ productId: productIds.mask }], { address });
    const read = async <Body>(person: Person, path: string) => {
      const headers = { ...(await portal.headersOf(person.email)), 'x-locale': 'de-DE' };
      return (await portal.app.inject({ url: `/api/shop/${path}`, headers })).json<Body>();
    };
    const [line] = (await order(buyer, orderId)).lines;
    expect(line?.name).toBe('Low-volume mask');
    for (const [person, path] of [
      [buyer, 'orders'],
      [staff, 'desk/orders'],
    ] as const) {
      const { items } = await read<{ items: OrderSummary[] }>(
        person,
        path === 'orders' ? path : `${path}?search=${number}`,
      );
      expect(items.find((item) => item.orderId === orderId)?.names).toEqual(['Low-Volume-Maske']);
      const { lines } = await read<Order>(person, `${path}/${orderId}`);
      expect(lines.map(({ name }) => name)).toEqual(['Low-Volume-Maske']);
    }
  });

  it("returns 404 for other people's orders and receipts", async () => {
    const [buyer, ...others] = [
      await newBuyer(),
      await newBuyer(),
      await newBuyer('professional'),
      await newBuyer('store'),
      staff,
    ] as const;
    const { orderId } = await buy(buyer, [deep]);
    for (const other of others)
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/receipt'],
        ['POST', '/pay'],
        ['POST', '/cancel'],
      ] as const) {
        const response = await call(other, method, `orders/${orderId}${path}`, method === 'POST' ? {} : undefined);
        expect([response.status, response.code]).toEqual([404, 'shop.no_order']);
      }
    expect((await call(null, 'GET', `orders/${orderId}`)).status).toBe(401);
    expect((await call(null, 'GET', `orders/${orderId}/receipt`)).status).toBe(401);
    expect((await call(buyer, 'GET', `orders/${randomUUID()}`)).code).toBe('shop.no_order');
    expect((await call(buyer, 'GET', 'orders/nonsense')).status).toBe(400);
  });

  it('keeps the order of an erased buyer without the address', async () => {
    const buyer = await newBuyer();
    const { orderId } = await buy(buyer, [{ productId: productIds.mask }], { address });
    await rows(
      `insert into account_deletion (affiliate_id, requested_by, due_at) values ($1, $1, now() - interval '1 second')`,
      [buyer.id],
    );
    const now = new Date();
    const ctx = { services, database: services.database, now, log: shop.portal.app.log } as unknown as JobContext;
    await eraseDueAccounts.run(ctx, {});
    expect(await rows('select state, sealed_address from shop_order where order_id = $1', [orderId])).toEqual([
      { state: 'paid', sealed_address: null },
    ]);
    const seen = await call<Order & { buyer: string; email: string | null }>(staff, 'GET', `desk/orders/${orderId}`);
    expect(seen.body).toMatchObject({ buyer: '', email: null, address: null });
  });
});

describe('GET orders/{orderId}/receipt', () => {
  const receipt = (person: Person, orderId: string) =>
    request(person.email, 'GET', `/api/shop/orders/${orderId}/receipt`);

  it('returns a tagged PDF', async () => {
    const buyer = await newBuyer('diver', 'DE');
    const { orderId, number } = await buy(buyer, [deep, { productId: productIds.mask, quantity: 2 }], {
      address: { ...address, country: 'DE' },
    });
    const answer = await receipt(buyer, orderId);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${number}.pdf"`,
    });
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.rawPayload.toString('latin1')).toContain('/MarkInfo');
  });

  it('returns shop.not_paid for unpaid orders', async () => {
    const buyer = await newBuyer();
    const { orderId } = await makeOrder(buyer, [deep]);
    expect((await receipt(buyer, orderId)).json().errors[0].code).toBe('shop.not_paid');
    await call(buyer, 'POST', `orders/${orderId}/cancel`, {});
    expect((await receipt(buyer, orderId)).json().errors[0].code).toBe('shop.not_paid');
  });
});

describe('GET credit', () => {
  it('is available to stores only', async () => {
    for (const role of ['diver', 'professional', 'staff'] as const)
      expect((await call(await newBuyer(role), 'GET', 'credit')).status).toBe(403);
    expect((await call(null, 'GET', 'credit')).status).toBe(401);
  });

  it('returns zero for a store without credit', async () => {
    const store = await newBuyer('store');
    await rows(
      'update person set available_credit_minor = null, available_credit_currency = null, store_number = 99999 where affiliate_id = $1',
      [store.id],
    );
    expect((await call(store, 'GET', 'credit')).body).toEqual({
      available: { minor: 0, currency: 'USD' },
      entries: [],
      hasMore: false,
    });
  });

  it('returns all transactions in pages', async () => {
    const store = await newBuyer('store');
    await rows('update person set store_number = 98765 where affiliate_id = $1', [store.id]);
    await rows(`with made as (
        insert into ledger_transaction (transaction_id, kind, reference, currency, at)
        select gen_random_uuid(), 'credit.granted', 'page-' || n, 'USD', now() - n * interval '1 hour'
        from generate_series(1, 101) n
        returning transaction_id)
      insert into ledger_entry (transaction_id, account, amount_minor)
      select transaction_id, account, minor from made, (values ('credit:98765', -100), ('funding', 100)) side (account, minor)`);
    const page = async (query: string) =>
      (await call<{ entries: { at: string }[]; hasMore: boolean }>(store, 'GET', `credit${query}`)).body;
    const [first, second] = [await page(''), await page('?page=2')];
    expect([first.entries.length, first.hasMore]).toEqual([100, true]);
    expect([second.entries.length, second.hasMore]).toEqual([1, false]);
    expect(new Set([...first.entries, ...second.entries].map(({ at }) => at)).size).toBe(101);
  });
});
