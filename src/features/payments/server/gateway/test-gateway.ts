import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Services } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';
import { deriveKey, isSameSecret } from '#platform/server/crypto/secrets.ts';
import { failPayment, type testCards } from '#features/payments/shared/contract.ts';
import type { Gateway } from './gateway.ts';

export type TestCard = (typeof testCards)[number];
type PageState = 'open' | 'challenge' | 'paid' | 'expired';

/** Adds the actions of the payment page, which a real service implements itself. */
export interface TestGateway extends Gateway {
  readonly name: 'test';
  peekPage(pageId: string): Promise<PageState>;
  /** Returns null if the page has expired. */
  payPage(pageId: string, card: TestCard): Promise<'paid' | 'declined' | 'challenge' | null>;
  answerChallenge(pageId: string, isConfirmed: boolean): Promise<'paid' | 'declined' | null>;
  writeNotice(paymentId: string): { body: Buffer; headers: Record<string, string> };
}

interface TestGatewayEntry {
  key: string;
  state: 'open' | 'challenge' | 'paid' | 'declined' | 'done' | 'refused';
  card: string | null;
  amountMinor: number;
  expiresAt: Date | null;
}

const columns = `key, state, card, amount_minor as "amountMinor", expires_at as "expiresAt"`;
const insertEntry = statement<
  unknown,
  [
    key: string,
    kind: 'page' | 'charge' | 'refund',
    amountMinor: number,
    currency: string,
    state: TestGatewayEntry['state'],
    card: string | null,
    ofKey: string | null,
    expiresAt: Date | null,
  ]
>(`
  insert into test_gateway_entry (key, kind, amount_minor, currency, state, card, of_key, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`);
const findEntry = statement<TestGatewayEntry, [key: string, kind: 'page' | 'charge' | 'refund']>(
  `select ${columns} from test_gateway_entry where key = $1 and kind = $2`,
);
/** Locks the paid entry, so refunds of it run one after the other. */
const lockPaidEntry = statement<TestGatewayEntry, [key: string]>(
  `select ${columns} from test_gateway_entry where key = $1 and kind <> 'refund' and state = 'paid' for update`,
);
const sumRefunds = statement<{ sum: number }, [ofKey: string]>(
  `select coalesce(sum(amount_minor), 0)::bigint as sum from test_gateway_entry where of_key = $1 and state = 'done'`,
);
const updatePageState = statement<
  unknown,
  [key: string, from: TestGatewayEntry['state'][], to: TestGatewayEntry['state'], card: string | null, now: Date]
>(`
  update test_gateway_entry set state = $3, card = coalesce($4, card)
  where key = $1 and kind = 'page' and state = any($2) and expires_at > $5 returning key`);

const methodPrefix = 'test_';
const signatureHeader = 'x-test-gateway-signature';
const TestWebhookBody = z.object({ paymentId: z.string() });

/** A gateway that moves no money. It stores requests like a real one; the card number decides the result. */
export function createTestGateway({ env, database }: Pick<Services, 'env' | 'database'>): TestGateway {
  const { db, inTransaction } = database;
  const sign = (secret: string, body: Buffer) =>
    createHmac('sha256', deriveKey(secret, 'test-gateway')).update(body).digest('hex');
  const move = async (
    ...[pageId, from, to, card]: [string, TestGatewayEntry['state'][], TestGatewayEntry['state'], (string | null)?]
  ) => (await updatePageState(db, pageId, from, to, card ?? null, new Date())).length > 0;

  return {
    name: 'test',

    async openPage({ key, amountMinor, currency, expiresAt, leaveUrl }) {
      await insertEntry(db, key, 'page', amountMinor, currency, 'open', null, null, expiresAt);
      // The portal renders the test page at the payment link.
      return { pageId: key, url: leaveUrl };
    },

    async findPage(pageId) {
      const [page] = await findEntry(db, pageId, 'page');
      if (page === undefined) throw new Error(`test gateway page ${pageId} not found`);
      if (page.state === 'paid')
        return { state: 'paid', chargeId: pageId, method: methodPrefix + page.card, hint: page.card };
      return { state: isPageExpired(page) ? 'expired' : 'open' };
    },

    async charge({ key, method, amountMinor, currency }) {
      // All other test cards require the cardholder or are declined.
      const state = method === `${methodPrefix}4242` ? 'paid' : 'declined';
      await insertEntry(db, key, 'charge', amountMinor, currency, state, method, null, null);
      const [charge] = await findEntry(db, key, 'charge');
      return charge?.state === 'paid' ? { state: 'paid', chargeId: key } : { state: 'declined' };
    },

    refund: async ({ key, chargeId, amountMinor, currency }) =>
      inTransaction('test-gateway', async (tx) => {
        const [taken] = await lockPaidEntry(tx, chargeId);
        const [known] = await findEntry(tx, key, 'refund');
        if (known !== undefined) return known.state === 'done' ? 'done' : 'refused';
        if (taken === undefined) return 'refused';
        const [refunded] = await sumRefunds(tx, chargeId);
        const state = amountMinor <= taken.amountMinor - (refunded?.sum ?? 0) ? 'done' : 'refused';
        await insertEntry(tx, key, 'refund', amountMinor, currency, state, null, chargeId, null);
        return state;
      }),

    readNotice(body, headers) {
      const signature = headers[signatureHeader];
      const isSigned =
        typeof signature === 'string' && env.SECRET_KEYS.some((secret) => isSameSecret(signature, sign(secret, body)));
      if (!isSigned) throw failPayment('payments.bad_signature');
      const { data } = TestWebhookBody.safeParse(JSON.parse(body.toString('utf8')));
      return data ?? null;
    },

    writeNotice(paymentId) {
      const body = Buffer.from(JSON.stringify({ paymentId }));
      return { body, headers: { [signatureHeader]: sign(env.SECRET_KEYS[0], body) } };
    },

    async peekPage(pageId) {
      const [page] = await findEntry(db, pageId, 'page');
      if (page?.state === 'paid') return 'paid';
      if (page === undefined || isPageExpired(page)) return 'expired';
      return page.state === 'challenge' ? 'challenge' : 'open';
    },

    async payPage(pageId, card) {
      const outcome = getCardOutcome(card);
      const state = outcome === 'declined' ? 'open' : outcome;
      return (await move(pageId, ['open', 'challenge'], state, card)) ? outcome : null;
    },

    async answerChallenge(pageId, isConfirmed) {
      const isMoved = await move(pageId, ['challenge'], isConfirmed ? 'paid' : 'open');
      if (!isMoved) return null;
      return isConfirmed ? 'paid' : 'declined';
    },
  };
}

function getCardOutcome(card: TestCard): 'paid' | 'declined' | 'challenge' {
  if (card === '3220') return 'challenge';
  return card === '0002' ? 'declined' : 'paid';
}

function isPageExpired({ expiresAt }: TestGatewayEntry): boolean {
  return expiresAt !== null && expiresAt <= new Date();
}
