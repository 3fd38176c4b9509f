import type { Stripe } from 'stripe';
import type { Env } from '#platform/server/config/env.ts';
import { failPayment } from '#features/payments/shared/contract.ts';
import type { Gateway, WebhookEvent, PageRequest, PageResult, Refund } from './gateway.ts';
import { chargeByInvoice } from './stripe-charge.ts';
import { toStripeLocale, toSessionExpiry, toStripeAmount } from './stripe-params.ts';

type Settings = Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL'>;

/** The webhook events the portal handles; docs/OPERATIONS.md has the same list. */
const pageEvents: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
]);
const refundEvents: ReadonlySet<string> = new Set(['refund.updated', 'refund.failed']);

/** Pages are Checkout sessions; stored cards are charged with invoices. The SDK is loaded only when it is used. */
export async function createStripeGateway(settings: Settings): Promise<Gateway> {
  const { Stripe: Sdk } = await import('stripe');
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = settings;
  const stripe = new Sdk(secretKey, {
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
    ...toHostConfig(settings.STRIPE_API_URL),
  });

  return {
    name: 'stripe',
    openPage: (request) => openPage(stripe, request),
    findPage: (pageId) => findPage(stripe, pageId),
    charge: (charge) => chargeByInvoice(stripe, charge),
    refund: (refund) => createRefund(stripe, refund),
    readNotice(body, headers) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', webhookSecret);
      } catch (error) {
        throw failPayment('payments.bad_signature', { cause: error });
      }
      return toWebhookEvent(event);
    },
  };
}

/** The account may be used by other sellers, and refunds can be made in its dashboard; both are ignored. */
function toWebhookEvent({ type, data: { object } }: Stripe.Event): WebhookEvent | null {
  if (refundEvents.has(type)) {
    const { key: refundId } = (object as Stripe.Refund).metadata ?? {};
    return refundId === undefined ? null : { refundId };
  }
  const paymentId = pageEvents.has(type) ? (object as Stripe.Checkout.Session).client_reference_id : null;
  return paymentId === null ? null : { paymentId };
}

function toHostConfig(url: string | undefined): Pick<Stripe.StripeConfig, 'protocol' | 'host' | 'port'> {
  if (url === undefined) return {};
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === 'http:';
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port === '' ? (isPlain ? 80 : 443) : port };
}

async function openPage(stripe: Stripe, request: PageRequest): Promise<{ pageId: string; url: string }> {
  const { key, paymentId, amountMinor, currency, description, isCardKept, email } = request;
  const endsAt = toSessionExpiry(request.expiresAt, Date.now());
  const metadata = { paymentId };
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: paymentId,
      metadata,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: toStripeAmount(amountMinor, currency),
            product_data: { name: description.slice(0, 250) },
          },
        },
      ],
      payment_intent_data: {
        description: description.slice(0, 1000),
        metadata,
        ...(isCardKept && { setup_future_usage: 'off_session' }),
      },
      ...(isCardKept && { customer_creation: 'always' }),
      // The email only fills in a field, and Stripe accepts ASCII only.
      ...(email !== null && /^[!-~]+$/.test(email) && { customer_email: email }),
      // Other payment methods settle days later, and adaptive pricing would change the currency.
      allowed_payment_method_types: ['card'],
      adaptive_pricing: { enabled: false },
      locale: toStripeLocale(request.locale),
      success_url: request.returnUrl,
      cancel_url: request.leaveUrl,
      expires_at: endsAt,
    },
    // Stripe rejects a key that is reused with a different expiry.
    { idempotencyKey: `${key}/${endsAt}` },
  );
  if (session.url === null) throw new Error(`Checkout session ${session.id} has no URL`);
  return { pageId: session.id, url: session.url };
}

async function findPage(stripe: Stripe, pageId: string): Promise<PageResult> {
  const session = await stripe.checkout.sessions.retrieve(pageId, { expand: ['payment_intent.payment_method'] });
  if (session.status === 'open') return { state: 'open' };
  const intent = session.payment_intent;
  if (session.status !== 'complete' || intent === null || typeof intent === 'string') return { state: 'expired' };
  if (session.payment_status !== 'paid') return { state: intent.status === 'processing' ? 'open' : 'expired' };
  const { customer, payment_method: card, setup_future_usage: use } = intent;
  const isReusable = use === 'off_session' && customer !== null && card !== null;
  return {
    state: 'paid',
    chargeId: intent.id,
    method: isReusable ? `${getId(customer)}/${getId(card)}` : null,
    hint: (typeof card === 'object' && card?.card?.last4) || null,
  };
}

const getId = (thing: string | { id: string }): string => (typeof thing === 'string' ? thing : thing.id);

/** An earlier refund with this key is looked up first, because Stripe drops idempotency keys after a day. */
async function createRefund(stripe: Stripe, refund: Refund): Promise<'done' | 'refused' | 'pending'> {
  const { key, chargeId, amountMinor, currency } = refund;
  try {
    let known: Stripe.Refund | undefined;
    for await (const earlier of stripe.refunds.list({ payment_intent: chargeId, limit: 100 }))
      if (earlier.metadata?.key === key) known = earlier;
    known ??= await stripe.refunds.create(
      { payment_intent: chargeId, amount: toStripeAmount(amountMinor, currency), metadata: { key } },
      { idempotencyKey: key },
    );
    if (known.status === 'failed' || known.status === 'canceled') return 'refused';
    return known.status === 'succeeded' ? 'done' : 'pending';
  } catch (error) {
    const { type, code } = error as Partial<Stripe.errors.StripeError>;
    // An insufficient balance is temporary, so the refund is retried.
    if (type !== 'StripeInvalidRequestError' || code === 'balance_insufficient') throw error;
    return 'refused';
  }
}
