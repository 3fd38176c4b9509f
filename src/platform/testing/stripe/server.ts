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

interface Answer {
  status: number;
  body: object;
}
interface Request {
  method: string;
  path: string;
  key: string | null;
  params: Params;
}

/** As much of Stripe as the portal needs, on this machine alone: for a whole test file, or `onTestFinished` for a test. */
export async function startStripeServer(until: (close: () => Promise<void>) => void = afterAll) {
  const events: Stripe.Event[] = [];
  const requests: Request[] = [];
  const faults: ('failing' | 'lost' | null)[] = [];
  const answered = new Map<string, Answer & { asked: string }>();
  const tell = (type: string, object: object) => {
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
    tell,
  };
  const page = createCheckout(ledger, () => url);
  const bills = createBilling(ledger);

  function route({ method, path, params }: Request): object {
    const [, , kind = '', id = '', action = ''] = path.replace('checkout/sessions', 'sessions').split('/');
    const wanted = Object.values(typeof params.expand === 'object' ? params.expand : {}).map(String);
    const routes: Record<string, () => object> = {
      'POST sessions': () => page.create(params),
      'GET sessions/': () => page.read(id, wanted),
      'GET invoices': () => bills.list(params, wanted),
      'POST invoices': () => bills.create(params),
      'POST invoices/finalize': () => bills.finalize(id),
      'POST invoices/pay': () => bills.pay(id, params, wanted),
      'POST invoices/void': () => bills.void(id),
      'POST invoiceitems': () => bills.addItem(params),
      'GET refunds': () => bills.listRefunds(params),
      'POST refunds': () => bills.refund(params),
    };
    const answer = routes[`${method} ${kind}${id === '' ? '' : `/${action}`}`];
    if (answer === undefined)
      throw new StripeApiError('resource_missing', { message: `Unrecognized request URL ${path}` });
    return answer();
  }

  function answerOnce(request: Request): Answer {
    const { method, path, key, params } = request;
    const asked = JSON.stringify([method, path, params]);
    const known = key === null ? undefined : answered.get(key);
    if (known !== undefined) return known.asked === asked ? known : toErrorAnswer(new StripeApiError('idempotency'));
    const answer = toAnswer(() => route(request));
    // What was refused before it began can be asked again with the same key.
    if (key !== null && (answer.status < 400 || answer.status === 402)) answered.set(key, { ...answer, asked });
    return answer;
  }

  async function answerTo(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, search } = new URL(incoming.url ?? '', url);
    const { method = 'GET', headers } = incoming;
    const body = await text(incoming);
    const fault = faults.shift();
    const key = headers['idempotency-key'];
    const params = parseParams(method === 'GET' ? search : body);
    const request = { method, path, params, key: typeof key === 'string' ? key : null };
    let answer: Answer;
    if (headers.authorization !== `Bearer ${stripeSettings.STRIPE_SECRET_KEY}`)
      answer = toErrorAnswer(new StripeApiError('unauthorized'));
    else if (fault === 'failing') answer = toErrorAnswer(new StripeApiError('api_error'));
    else {
      requests.push(request);
      answer = answerOnce(request);
    }
    if (fault === 'lost') {
      response.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': createStripeId('req') });
    response.end(JSON.stringify(answer.body));
  }

  const server = createServer((incoming, response) => void answerTo(incoming, response));
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
    invoices: bills.invoices,
    refunds: bills.refunds,
    /** From now on there is no money that could go back, or there is. */
    setBalance: bills.setBalance,
    /** How refunds begin from now on: with cards that is usually at once, and sometimes not. */
    beginRefunds: bills.beginRefunds,
    /** What became of one, later; Stripe tells it. */
    endRefund: bills.endRefund,
    /** Everything that was asked, the same thing once for each time. */
    requests,
    /** What it would tell about, oldest first. */
    events,
    /** What the next that ask are met with: an answer that fails, or one that is done and never arrives; null is neither. */
    faults,
    /** As after a day, when Stripe no longer knows which keys it has seen. */
    forgetKeys: () => answered.clear(),
    close,
    open: () => listen(port),
  };
}

/** As Stripe sends it. */
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

function toAnswer(work: () => object): Answer {
  try {
    return { status: 200, body: structuredClone(work()) };
  } catch (error) {
    if (error instanceof StripeApiError) return toErrorAnswer(error);
    throw error;
  }
}

const toErrorAnswer = ({ status, body }: StripeApiError): Answer => ({ status, body });
