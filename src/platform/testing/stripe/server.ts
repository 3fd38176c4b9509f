import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { afterAll } from 'vitest';
import { createBilling } from './billing.ts';
import { createCheckout, type Ledger, createStripeId } from './checkout.ts';
import { type Params, parseParams } from './params.ts';
import { createFromRecording, StripeApiError, nowInSeconds } from './recordings.ts';

const stripeSettings = { STRIPE_SECRET_KEY: 'sk_test_recorded', STRIPE_WEBHOOK_SECRET: 'whsec_recorded' };

interface Reply {
  status: number;
  body: object;
}
interface Request {
  method: string;
  path: string;
  key: string | null;
  params: Params;
}

/** A local Stripe server for a whole test file, or for one test with `onTestFinished`. */
export async function startStripeServer(until: (close: () => Promise<void>) => void = afterAll) {
  const events: Stripe.Event[] = [];
  const requests: Request[] = [];
  const failures: ('failing' | 'lost' | null)[] = [];
  const repliesByKey = new Map<string, Reply & { fingerprint: string }>();
  const emitEvent = (type: string, object: object) => {
    const data = { object: structuredClone(object) };
    events.push(
      createFromRecording<Stripe.EventBase>('event', {
        id: createStripeId('evt'),
        type: type as Stripe.Event.Type,
        data,
        created: nowInSeconds(),
        api_version: Stripe.API_VERSION,
      }) as Stripe.Event,
    );
  };
  const ledger: Ledger = {
    sessions: new Map(),
    intents: new Map(),
    cards: new Map(),
    customers: new Map(),
    emitEvent,
  };
  const page = createCheckout(ledger, () => url);
  const billing = createBilling(ledger);

  function route({ method, path, params }: Request): object {
    const [, , kind = '', id = '', action = ''] = path.replace('checkout/sessions', 'sessions').split('/');
    const expand = Object.values(typeof params.expand === 'object' ? params.expand : {}).map(String);
    const routes: Record<string, () => object> = {
      'POST sessions': () => page.create(params),
      'GET sessions/': () => page.read(id, expand),
      'GET invoices': () => billing.list(params, expand),
      'POST invoices': () => billing.create(params),
      'POST invoices/finalize': () => billing.finalize(id),
      'POST invoices/pay': () => billing.pay(id, params, expand),
      'POST invoices/void': () => billing.void(id),
      'POST invoiceitems': () => billing.addItem(params),
      'GET refunds': () => billing.listRefunds(params),
      'POST refunds': () => billing.refund(params),
    };
    const handler = routes[`${method} ${kind}${id === '' ? '' : `/${action}`}`];
    if (handler === undefined)
      throw new StripeApiError('resource_missing', { message: `Unrecognized request URL ${path}` });
    return handler();
  }

  function handleOnce(request: Request): Reply {
    const { method, path, key, params } = request;
    const fingerprint = JSON.stringify([method, path, params]);
    const earlier = key === null ? undefined : repliesByKey.get(key);
    if (earlier !== undefined)
      return earlier.fingerprint === fingerprint ? earlier : toErrorReply(new StripeApiError('idempotency'));
    const reply = toReply(() => route(request));
    // Stripe does not store validation errors, so the same key can be used again.
    if (key !== null && (reply.status < 400 || reply.status === 402)) repliesByKey.set(key, { ...reply, fingerprint });
    return reply;
  }

  async function handleRequest(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, search } = new URL(incoming.url ?? '', url);
    const { method = 'GET', headers } = incoming;
    const body = await text(incoming);
    const failure = failures.shift();
    const key = headers['idempotency-key'];
    const params = parseParams(method === 'GET' ? search : body);
    const request = { method, path, params, key: typeof key === 'string' ? key : null };
    let reply: Reply;
    if (headers.authorization !== `Bearer ${stripeSettings.STRIPE_SECRET_KEY}`)
      reply = toErrorReply(new StripeApiError('unauthorized'));
    else if (failure === 'failing') reply = toErrorReply(new StripeApiError('api_error'));
    else {
      requests.push(request);
      reply = handleOnce(request);
    }
    if (failure === 'lost') {
      response.destroy();
      return;
    }
    response.writeHead(reply.status, { 'content-type': 'application/json', 'request-id': createStripeId('req') });
    response.end(JSON.stringify(reply.body));
  }

  const server = createServer((incoming, response) => void handleRequest(incoming, response));
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  until(async () => {
    if (server.listening) await close();
  });

  return {
    settings: { ...stripeSettings, PAYMENT_GATEWAY: 'stripe', STRIPE_API_URL: url },
    ...ledger,
    page,
    invoices: billing.invoices,
    refunds: billing.refunds,
    /** Sets whether the balance covers refunds. */
    setBalance: billing.setBalance,
    /** Sets the initial status of refunds. Card refunds usually succeed immediately, but can be pending. */
    beginRefunds: billing.beginRefunds,
    /** Completes or fails a pending refund and emits its event. */
    endRefund: billing.endRefund,
    /** All requests received, including repeated ones. */
    requests,
    /** The webhook events, oldest first. */
    events,
    /** Failures of the next requests: an error response, or a response that is lost after processing; null for none. */
    failures,
    /** Forgets the idempotency keys, as Stripe does after a day. */
    forgetKeys: () => repliesByKey.clear(),
    close,
    open: () => listen(port),
  };
}

/** Signs an event like a webhook request of Stripe. */
export function signWebhook(
  event: object,
  { secret = stripeSettings.STRIPE_WEBHOOK_SECRET, at = nowInSeconds() } = {},
): { body: Buffer; headers: Record<string, string> } {
  const payload = JSON.stringify(event, null, 2);
  const signature = new Stripe('sk_test_recorded').webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: at,
  });
  return {
    body: Buffer.from(payload),
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
  };
}

function toReply(work: () => object): Reply {
  try {
    return { status: 200, body: structuredClone(work()) };
  } catch (error) {
    if (error instanceof StripeApiError) return toErrorReply(error);
    throw error;
  }
}

const toErrorReply = ({ status, body }: StripeApiError): Reply => ({ status, body });
