import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { getGroupParam, getNumberParam, type Params, getTextParam } from './params.ts';
import { createFromRecording, StripeApiError, nowInSeconds } from './recordings.ts';

type Session = Stripe.Checkout.Session;

/** The objects of a Stripe account, shared by checkout and billing. */
export interface Ledger {
  sessions: Map<string, Session>;
  intents: Map<string, Stripe.PaymentIntent>;
  cards: Map<string, Stripe.PaymentMethod>;
  customers: Map<string, Stripe.Customer>;
  emitEvent(type: string, object: object): void;
}

export const createStripeId = (kind: string): string => `${kind}_${randomUUID().replaceAll('-', '')}`;

/** Stripe's checkout page and its API. */
export function createCheckout(ledger: Ledger, getPageUrl: () => string) {
  const { sessions, intents, cards, customers, emitEvent } = ledger;

  function find(id: string): Session {
    const session = sessions.get(id);
    if (session === undefined)
      throw new StripeApiError('resource_missing', { message: `No such checkout.session: '${id}'` });
    if (session.status === 'open' && session.expires_at <= nowInSeconds()) expire(session);
    return session;
  }

  function expire(session: Session): void {
    Object.assign(session, { status: 'expired', url: null } satisfies Partial<Session>);
    emitEvent('checkout.session.expired', session);
  }

  function findOpen(id: string): Session {
    const session = find(id);
    if (session.status !== 'open') throw new Error(`checkout session is ${session.status}`);
    return session;
  }

  /** Returns the payment intent, which is created at the first attempt to pay. */
  function getOrCreateIntent(session: Session): Stripe.PaymentIntent {
    const existing = intents.get(String(session.payment_intent));
    if (existing !== undefined) return existing;
    const id = createStripeId('pi');
    const data = intentData.get(session.id) ?? {};
    const intent = createFromRecording<Stripe.PaymentIntent>('payment-intent', {
      id,
      amount: session.amount_total ?? 0,
      currency: session.currency ?? '',
      created: nowInSeconds(),
      client_secret: `${id}_secret`,
      description: getTextParam(data, 'description'),
      metadata: getGroupParam(data, 'metadata'),
      setup_future_usage: getTextParam(data, 'setup_future_usage'),
    });
    intents.set(id, intent);
    session.payment_intent = id;
    return intent;
  }

  const intentData = new Map<string, Params>();
  const challengedCards = new Map<string, string>();

  function complete(session: Session, intent: Stripe.PaymentIntent, last4: string): void {
    const email = session.customer_email ?? 'guest@demo.test';
    const customer = session.customer_creation === 'always' ? createStripeId('cus') : null;
    if (customer !== null)
      customers.set(
        customer,
        createFromRecording<Stripe.Customer>('customer', { id: customer, email, created: nowInSeconds() }),
      );
    const card = createFromRecording<Stripe.PaymentMethod>('payment-method', { id: createStripeId('pm'), customer });
    card.card = { ...card.card, last4 } as Stripe.PaymentMethod.Card;
    cards.set(card.id, card);
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      customer,
      payment_method: card.id,
      latest_charge: createStripeId('ch'),
      last_payment_error: null,
      next_action: null,
    } satisfies Partial<Stripe.PaymentIntent>);
    Object.assign(session, {
      status: 'complete',
      payment_status: 'paid',
      customer,
      url: null,
    } satisfies Partial<Session>);
    emitEvent('payment_intent.succeeded', intent);
    emitEvent('checkout.session.completed', session);
  }

  function decline(intent: Stripe.PaymentIntent, code: string): void {
    Object.assign(intent, {
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: { type: 'card_error', code } as Stripe.PaymentIntent.LastPaymentError,
    } satisfies Partial<Stripe.PaymentIntent>);
    emitEvent('payment_intent.payment_failed', intent);
  }

  return {
    create(params: Params): Session {
      assertValidSession(params);
      const id = createStripeId('cs_test');
      const amount = getNumberParam(params, 'line_items', '0', 'price_data', 'unit_amount');
      const session = createFromRecording<Session>('checkout-session', {
        id,
        amount_subtotal: amount,
        amount_total: amount,
        currency: getTextParam(params, 'line_items', '0', 'price_data', 'currency'),
        created: nowInSeconds(),
        expires_at: getNumberParam(params, 'expires_at'),
        client_reference_id: getTextParam(params, 'client_reference_id'),
        customer_email: getTextParam(params, 'customer_email'),
        customer_creation: getTextParam(params, 'customer_creation') ?? 'if_required',
        locale: getTextParam(params, 'locale'),
        metadata: getGroupParam(params, 'metadata'),
        success_url: getTextParam(params, 'success_url'),
        cancel_url: getTextParam(params, 'cancel_url'),
        url: `${getPageUrl()}/c/pay/${id}`,
      });
      sessions.set(id, session);
      const data = params.payment_intent_data;
      if (typeof data === 'object') intentData.set(id, data);
      return { ...session };
    },
    read(id: string, expand: string[]): object {
      const session = find(id);
      if (!expand.some((path) => path.startsWith('payment_intent'))) return session;
      const intent = intents.get(String(session.payment_intent));
      if (intent === undefined) return session;
      const card = expand.includes('payment_intent.payment_method') && cards.get(String(intent.payment_method));
      return { ...session, payment_intent: card ? { ...intent, payment_method: card } : intent };
    },
    /** Submits the page with a card that ends in these digits. */
    pay(id: string, last4: string): void {
      const session = findOpen(id);
      const intent = getOrCreateIntent(session);
      if (last4 === '0002') decline(intent, 'card_declined');
      else if (last4 === '3220' || last4 === '3184') {
        intent.status = 'requires_action';
        challengedCards.set(id, last4);
      } else complete(session, intent, last4);
    },
    answerChallenge(id: string, isConfirmed: boolean): void {
      const session = findOpen(id);
      const last4 = challengedCards.get(id);
      if (last4 === undefined) throw new Error('no pending challenge');
      challengedCards.delete(id);
      if (isConfirmed) complete(session, getOrCreateIntent(session), last4);
      else decline(getOrCreateIntent(session), 'payment_intent_authentication_failure');
    },
    expire: (id: string): void => expire(findOpen(id)),
  };
}

/** Throws the validation errors of Stripe. */
function assertValidSession(params: Params): void {
  const reject = (param: string, message: string, code = 'parameter_invalid') => {
    throw new StripeApiError('parameter_invalid', { param, message, code });
  };
  if (getTextParam(params, 'mode') !== 'payment') reject('mode', 'You must pass a mode.');
  const price = ['line_items', '0', 'price_data'] as const;
  if (!/^[a-z]{3}$/.test(getTextParam(params, ...price, 'currency') ?? '')) reject('currency', 'Invalid currency.');
  if (!getTextParam(params, ...price, 'product_data', 'name')) reject('name', 'You passed an empty string.');
  const amount = getNumberParam(params, ...price, 'unit_amount');
  if (!Number.isInteger(amount) || amount < 50) reject('unit_amount', 'The amount is too small.', 'amount_too_small');
  const lifeS = getNumberParam(params, 'expires_at') - nowInSeconds();
  if (!(lifeS >= 30 * 60 && lifeS <= 24 * 60 * 60))
    reject('expires_at', 'The `expires_at` timestamp must be between 30 minutes and 24 hours from creation.');
  for (const name of ['success_url', 'cancel_url'])
    if (!URL.canParse(getTextParam(params, name) ?? '')) reject(name, 'Not a valid URL', 'url_invalid');
  const email = getTextParam(params, 'customer_email');
  if (email !== null && !/^[!-?A-~]+@[!-?A-~]+$/.test(email))
    reject('customer_email', 'Invalid email', 'email_invalid');
}
