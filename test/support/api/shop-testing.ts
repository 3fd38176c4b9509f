import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { Basket, Checkout, Product, ProductPage } from '#features/shop/shared/contract.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';
import type { paymentMethods } from '#features/shop/shared/contract.ts';
import type { PaymentPage } from '#features/payments/shared/contract.ts';
import { testPortal } from './portal-testing.ts';

export interface Person {
  id: number;
  email: string;
}
export const diver: Person = { id: 400_001, email: 'diver@demo.test' };
export const student: Person = { id: 400_002, email: 'student@demo.test' };
export const instructor: Person = { id: 400_005, email: 'instructor@demo.test' };
export const candidate: Person = { id: 400_006, email: 'candidate@demo.test' };
export const store: Person = { id: 400_007, email: 'store@demo.test' };
export const staff: Person = { id: 400_008, email: 'staff@demo.test' };

export const productIds = {
  openWaterECard: 35,
  openWaterCard: 1035,
  openWater: 2001,
  enrichedAir: 2002,
  deep: 2003,
  buoyancy: 2004,
  instructorDevelopment: 2005,
  membership: 3001,
  mask: 4001,
  logbook: 5004,
} as const;

interface BasketLineOptions {
  productId: number;
  quantity?: number;
  isGift?: boolean;
  licenseID?: number | null;
  lineId?: string;
}
interface CheckoutOptions {
  method?: (typeof paymentMethods)[number];
  key?: string;
  address?: object | null;
  basketVersion?: number;
  seenTotalMinor?: number;
}

export const shippingAddress = {
  name: 'Maren Lindqvist',
  line1: 'Klippgången 14',
  line2: '',
  city: 'Gothenburg',
  state: '',
  postalCode: '413 00',
  country: 'SE',
};

/** Requests to the shop on a separate portal. Call it at the top of a test file. */
export async function createShopFixture(settings: Record<string, string> = {}) {
  const portal = await testPortal(settings);
  const { services } = portal;

  const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await services.database.pool.query<Row>(text, values)).rows;

  async function call<Body>(
    person: Person | null,
    method: NonNullable<InjectOptions['method']>,
    path: string,
    payload?: unknown,
  ) {
    const answer = await portal.request(person?.email ?? null, method, `/api/shop/${path}`, payload);
    const body = answer.json<Body & { errors?: { code: string; path?: string }[] }>();
    return { status: answer.statusCode, body, code: body?.errors?.[0]?.code, path: body?.errors?.[0]?.path };
  }

  const readBasket = async (person: Person) => (await call<Basket>(person, 'GET', 'basket')).body;

  return {
    portal,
    services,
    rows,
    call,
    products: async (person: Person, query = '') => (await call<ProductPage>(person, 'GET', `products?${query}`)).body,
    product: (person: Person, productId: number) => call<Product>(person, 'GET', `products/${productId}`),
    basket: readBasket,
    putInBasket: (person: Person, { productId, quantity = 1, lineId = randomUUID(), ...options }: BasketLineOptions) =>
      call<Basket>(person, 'POST', 'basket/lines', { lineId, productId, quantity, ...options }),
    enterCode: (person: Person, code: string) => call<Basket>(person, 'POST', 'basket/codes', { code }),
    lookAtCheckout: async (person: Person) => (await call<Checkout>(person, 'GET', 'checkout')).body,
    /** Checks out the current basket, by card by default. */
    async checkout(person: Person, overrides: CheckoutOptions = {}) {
      const { version, totalMinor } = await readBasket(person);
      return call<{ orderId: string; payUrl: string | null }>(person, 'POST', 'checkout', {
        key: randomUUID(),
        basketVersion: version,
        seenTotalMinor: totalMinor,
        method: 'card',
        ...overrides,
      });
    },
    /** Pays with a card of the test gateway. */
    payAt: (payUrl: string | null, card = '4242', webhookMode = 'now') =>
      call<PaymentPage>(null, 'POST', `pay/${payUrl?.split('/').at(-1)}`, { card, news: webhookMode }),
    order: async (person: Person, orderId: string) => (await call<Order>(person, 'GET', `orders/${orderId}`)).body,
    /** Deletes all baskets and orders. */
    async deleteOrders() {
      for (const table of ['basket_line', 'basket', 'promotion_use', 'order_refund', 'order_line', 'shop_order'])
        await rows(`delete from ${table}`);
      await rows('update promotion set uses = 0');
    },
  };
}
