import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Services } from '#platform/server/http/context.ts';
import { deriveKey, isSameSecret } from '#platform/server/crypto/secrets.ts';
import { failPayment, type testCards } from '#features/payments/shared/contract.ts';
import type { Gateway } from './gateway.ts';
import * as queries from './test-gateway-queries.ts';

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

const newEntry = { card: null, ofKey: null, expiresAt: null };
const methodPrefix = 'test_';
const signatureHeader = 'x-test-gateway-signature';
const TestWebhookBody = z.object({ paymentId: z.string() });

/** A gateway that moves no money. It stores requests like a real one; the card number decides the result. */
export function createTestGateway({ env, database }: Pick<Services, 'env' | 'database'>): TestGateway {
  const { db, inTransaction } = database;
  const sign = (secret: string, body: Buffer) =>
    createHmac('sha256', deriveKey(secret, 'test-gateway')).update(body).digest('hex');
  const move = async (
    key: string,
    from: queries.TestGatewayEntry['state'][],
    to: queries.TestGatewayEntry['state'],
    card: string | null = null,
  ) => (await queries.updatePageState.first(db, { key, from, to, card, now: new Date() })) !== undefined;

  return {
    name: 'test',

    async openPage({ key, amountMinor, currency, expiresAt, leaveUrl }) {
      await queries.insertEntry(db, {
        ...newEntry,
        key,
        kind: 'page',
        amountMinor,
        currency,
        state: 'open',
        expiresAt,
      });
      // The portal renders the test page at the payment link.
      return { pageId: key, url: leaveUrl };
    },

    async findPage(pageId) {
      const page = await queries.findEntry.first(db, { key: pageId, kind: 'page' });
      if (page === undefined) throw new Error(`test gateway page ${pageId} not found`);
      if (page.state === 'paid')
        return { state: 'paid', chargeId: pageId, method: methodPrefix + page.card, hint: page.card };
      return { state: isPageExpired(page) ? 'expired' : 'open' };
    },

    async charge({ key, method, amountMinor, currency }) {
      // All other test cards require the cardholder or are declined.
      const state = method === `${methodPrefix}4242` ? 'paid' : 'declined';
      await queries.insertEntry(db, { ...newEntry, key, kind: 'charge', amountMinor, currency, state, card: method });
      const charge = await queries.findEntry.first(db, { key, kind: 'charge' });
      return charge?.state === 'paid' ? { state: 'paid', chargeId: key } : { state: 'declined' };
    },

    refund: async ({ key, chargeId, amountMinor, currency }) =>
      inTransaction('test-gateway', async (tx) => {
        const taken = await queries.lockPaidEntry.first(tx, { key: chargeId });
        const known = await queries.findEntry.first(tx, { key, kind: 'refund' });
        if (known !== undefined) return known.state === 'done' ? 'done' : 'refused';
        if (taken === undefined) return 'refused';
        const refunded = await queries.sumRefunds.first(tx, { ofKey: chargeId });
        const state = amountMinor <= taken.amountMinor - (refunded?.sum ?? 0) ? 'done' : 'refused';
        const refund = { ...newEntry, key, kind: 'refund', amountMinor, currency, state, ofKey: chargeId } as const;
        await queries.insertEntry(tx, refund);
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
      const page = await queries.findEntry.first(db, { key: pageId, kind: 'page' });
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

function isPageExpired({ expiresAt }: queries.TestGatewayEntry): boolean {
  return expiresAt !== null && expiresAt <= new Date();
}
