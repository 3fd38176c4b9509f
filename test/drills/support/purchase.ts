import { randomUUID } from 'node:crypto';
import type { Basket } from '#features/shop/shared/contract.ts';
import type { startStripeServer } from '#platform/testing/stripe/server.ts';
import { callAs, ReplyError, send } from './caller.ts';

export type StripeServer = Awaited<ReturnType<typeof startStripeServer>>;

/** Codes of a course, which a person can buy any number of times. */
const giftProduct = 2004;

export interface Purchase {
  affiliateId: number;
  /** Idempotency key of the order. */
  key: string;
  lineId: string;
  order?: { basketVersion: number; seenTotalMinor: number };
  orderId?: string;
}

export const createPurchase = (affiliateId: number): Purchase => ({
  affiliateId,
  key: randomUUID(),
  lineId: randomUUID(),
});

/**
 * Buys one code like a browser: the steps so far are remembered, so calling it again after an error continues the same
 * purchase. `choosePort` returns the portal for each request.
 */
export async function buy(purchase: Purchase, choosePort: () => number, stripe: StripeServer): Promise<void> {
  const { affiliateId, key, lineId } = purchase;
  const call = <Body>(path: string, body?: object) =>
    callAs<Body>(choosePort(), affiliateId, { path: `/api/shop/${path}`, ...(body && { body }) });
  if (purchase.order === undefined) {
    let basket = await call<Basket>('basket');
    if (basket.lines.length === 0)
      basket = await call<Basket>('basket/lines', { lineId, productId: giftProduct, quantity: 1, isGift: true });
    purchase.order = { basketVersion: basket.version, seenTotalMinor: basket.totalMinor };
  }
  const { orderId, payUrl } = await call<{ orderId: string; payUrl: string | null }>('checkout', {
    key,
    method: 'card',
    ...purchase.order,
  });
  purchase.orderId = orderId;
  if (payUrl !== null) await pay(affiliateId, payUrl, choosePort, stripe);
}

/** Pays an order on the payment service's page and returns from it. Can be repeated. */
export async function pay(
  affiliateId: number,
  payUrl: string,
  choosePort: () => number,
  stripe: StripeServer,
): Promise<void> {
  const page = await send(choosePort(), { path: `/api/shop${payUrl}/page`, body: {} });
  // The payment was settled in between, for example by a webhook.
  if (page.status !== 200 && !page.text.includes('payments.settled')) throw new ReplyError(payUrl, page);
  if (page.status !== 200) return;
  const paymentId = payOnPage((JSON.parse(page.text) as { url: string }).url, stripe);
  const { state } = await callAs<{ state: string }>(choosePort(), affiliateId, {
    path: `/api/shop/payments/${paymentId}/settle`,
    body: {},
  });
  if (state !== 'paid') throw new Error(`payment ${paymentId} is ${state}`);
}

/** Pays on the payment service's page, once. Returns the portal's number of the payment. */
export function payOnPage(url: string, stripe: StripeServer): string {
  const sessionId = url.split('/').at(-1) ?? '';
  const session = stripe.sessions.get(sessionId);
  if (session === undefined) throw new Error(`Stripe has no page ${sessionId}`);
  if (session.status === 'open') stripe.page.pay(sessionId, '4242');
  return session.client_reference_id ?? '';
}

/** The number of successful charges per payment, from the payment service's own records. */
export function countCharges(stripe: StripeServer): Map<string, number> {
  const charges = new Map<string, number>();
  for (const session of stripe.sessions.values()) {
    const intent = stripe.intents.get(String(session.payment_intent));
    const paymentId = session.client_reference_id ?? '';
    if (intent?.status === 'succeeded') charges.set(paymentId, (charges.get(paymentId) ?? 0) + 1);
  }
  return charges;
}
