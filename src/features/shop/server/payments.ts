import { isDeepStrictEqual } from 'node:util';
import { appendAudit } from '../../../platform/server/audit.ts';
import type { Context, Services } from '../../../platform/server/context.ts';
import type { Db } from '../../../platform/server/db.ts';
import { createLink, peekLink } from '../../../platform/server/links.ts';
import { uuidOf } from '../../../platform/server/uuid.ts';
import { isErased } from '../../account/server/public.ts';
import { failPayment } from '../shared/payment-contract.ts';
import * as sql from './payments-sql.ts';
import { type Gateway, payWith, type TestCard, testGateway } from './test-gateway.ts';

export type { Payment } from './payments-sql.ts';

export type Doing = Pick<Context, 'services' | 'db' | 'correlationId' | 'now'>;
export type DoingLater = Omit<Doing, 'db'>;

/** What an area does about its payments, in the transaction that settles one, exactly once. */
export interface Purpose {
  /** False when it can no longer be had, or costs something else by now: then nothing is paid. */
  paid(doing: Doing, payment: sql.Payment): Promise<boolean>;
  /** A kept card that was charged; on the page people see it themselves. */
  declined(doing: Doing, payment: sql.Payment): Promise<void>;
}
export type Purposes = Readonly<Record<string, Purpose>>;

export interface PaymentRequest {
  affiliateId: number;
  /** A repeated request is the same payment. */
  key: string;
  purpose: string;
  reference: Record<string, unknown>;
  amountMinor: number;
  currency: string;
  description: string;
  returnPath: string;
}

/** The test gateway takes no money, so it is not there by itself where people are served. */
export function hasGateway({ env }: Pick<Services, 'env'>): boolean {
  return env.PAYMENT_GATEWAY === 'test';
}

const linkPurpose = 'pay';
const linkLifetimeS = 3_600;

/** A payment on the page of the payment service. Its link is null once it is paid. */
export async function openPayment(
  { db, now, services }: Pick<Doing, 'db' | 'now' | 'services'>,
  request: PaymentRequest & { isCardKept: boolean },
): Promise<{ paymentId: string; url: string | null }> {
  const expiresAt = new Date(now.getTime() + linkLifetimeS * 1_000);
  const key = pageKey(request.key);
  const payment = await insert(db, now, { ...request, key, method: null, hint: null, expiresAt });
  if (payment.state === 'paid') return { paymentId: payment.paymentId, url: null };
  if (!hasGateway(services)) throw failPayment('shop.no_gateway');
  await sql.reopenPayment(db, payment.paymentId, expiresAt);
  const data = { paymentId: payment.paymentId };
  const token = await createLink(db, { purpose: linkPurpose, data, lifetimeS: linkLifetimeS });
  return { paymentId: payment.paymentId, url: `/pay/${token}` };
}

/** Whether somebody has begun to pay something with this key. */
export async function findOpened(db: Db, affiliateId: number, key: string): Promise<sql.Payment | undefined> {
  return (await sql.findByKey(db, affiliateId, pageKey(key)))[0];
}

/** What a browser thinks of is never the key of a charge. */
function pageKey(key: string): string {
  return uuidOf(`page ${key}`);
}

/** Whether a kept card is being charged for this: nobody knows yet with what result. */
export async function findCharging(db: Db, affiliateId: number, purpose: string): Promise<string | null> {
  return (await sql.findUnfinished(db, affiliateId, purpose))[0]?.paymentId ?? null;
}

/**
 * The first half of charging a kept card: that it will be charged, and for what, is written down with the decision. Who
 * dies before the second half is followed by another, and the key keeps the card from being charged twice.
 */
export async function reserveCharge(
  { db, now }: Pick<Doing, 'db' | 'now'>,
  request: PaymentRequest & { method: string; hint: string | null },
): Promise<string> {
  const key = uuidOf(`charge ${request.key}`);
  return (await insert(db, now, { ...request, key, isCardKept: true, expiresAt: now })).paymentId;
}

/** The second half. The payment service is asked outside any transaction. */
export async function finishCharge(
  doing: DoingLater,
  purpose: Purpose,
  paymentId: string,
  gateway: Gateway = testGateway,
): Promise<void> {
  const { database } = doing.services;
  const [open] = await sql.findPayment(database.db, paymentId);
  // Without a payment service nobody can say what became of it: it waits.
  if (open?.state !== 'open' || open.method === null || !hasGateway(doing.services)) return;
  const { method, hint, amountMinor, currency } = open;
  const outcome = await gateway.charge({ key: paymentId, method, amountMinor, currency });
  await database.inTransaction(doing.correlationId, async (db) => {
    const [payment] = await sql.lockPayment(db, paymentId);
    if (payment?.state !== 'open') return;
    const isTaken = await settle({ ...doing, db }, purpose, payment, { outcome, method, hint }, null);
    // The money has gone; that somebody looks at it is better than that it is forgotten.
    if (!isTaken) throw new Error(`payment ${paymentId} was charged and nobody takes it`);
  });
}

/** Of a link: the payment it is for, while there is one. */
export async function findByToken(db: Db, token: string): Promise<sql.Payment> {
  const link = await peekLink(db, token, linkPurpose);
  const [payment] = link === null ? [] : await sql.findPayment(db, String(link.paymentId));
  if (payment === undefined) throw failPayment('shop.no_payment');
  return payment;
}

/** What somebody does on the page. A card that is declined can be followed by another. */
export async function payByToken(
  doing: Doing,
  purposes: Purposes,
  token: string,
  card: TestCard,
): Promise<sql.Payment> {
  const { db, now } = doing;
  const { paymentId } = await findByToken(db, token);
  const [payment] = await sql.lockPayment(db, paymentId);
  if (payment?.state === 'paid') throw failPayment('shop.payment_settled');
  if (payment === undefined || payment.state === 'expired' || payment.expiresAt <= now)
    throw failPayment('shop.no_payment');
  const { outcome, method, hint } = payWith(card);
  const purpose = purposes[payment.purpose];
  if (purpose === undefined) throw new Error(`nobody knows what a payment for ${payment.purpose} is`);
  await settle(doing, purpose, payment, { outcome, method, hint }, payment.affiliateId);
  const [settled] = await sql.findPayment(db, paymentId);
  return settled ?? payment;
}

interface Result {
  outcome: 'paid' | 'declined';
  method: string;
  hint: string | null;
}

/** Of a payment whose row is locked. What the area does and what is noted here are one. */
async function settle(
  doing: Doing,
  purpose: Purpose,
  payment: sql.Payment,
  { outcome, method, hint }: Result,
  actor: number | null,
): Promise<boolean> {
  const { db, now, correlationId } = doing;
  const { paymentId, affiliateId, amountMinor, currency } = payment;
  const isCharge = payment.method !== null && payment.state === 'open';
  // Nothing is done for whom there is no more. What their card was charged stays written down as paid, to be returned.
  const isGone = await isErased(db, affiliateId);
  const settled = { ...payment, state: outcome, method, hint };
  const isTaken = outcome === 'declined' || (isGone ? isCharge : await purpose.paid(doing, settled));
  if (outcome === 'declined' && isCharge && !isGone) await purpose.declined(doing, settled);
  const state = isTaken ? outcome : 'expired';
  await (isTaken && !isGone
    ? sql.settlePayment(db, paymentId, state, method, hint, now)
    : sql.settlePayment(db, paymentId, state, null, null, now));
  await appendAudit(db, {
    actor,
    action: `shop.payment_${state}`,
    subject: `person:${affiliateId}`,
    data: {
      paymentId,
      purpose: payment.purpose,
      amountMinor,
      currency,
      ...(isGone && state === 'paid' && { isOwed: true }),
    },
    correlationId,
  });
  return isTaken;
}

type Row = PaymentRequest & { isCardKept: boolean; method: string | null; hint: string | null; expiresAt: Date };

async function insert(db: Db, now: Date, row: Row): Promise<sql.Payment> {
  const { affiliateId, key, purpose, amountMinor, currency } = row;
  const reference = JSON.stringify(row.reference);
  const { description, returnPath, isCardKept, method, hint, expiresAt } = row;
  const words = [description, returnPath, isCardKept, method, hint, now, expiresAt] as const;
  const [made] = await sql.insertPayment(db, affiliateId, key, purpose, reference, amountMinor, currency, ...words);
  if (made !== undefined) return made;
  const [known] = await sql.findByKey(db, affiliateId, key);
  const isSame = known?.purpose === purpose && known.amountMinor === amountMinor && known.currency === currency;
  if (known === undefined || !isSame || !isDeepStrictEqual(known.reference, row.reference))
    throw failPayment('shop.payment_changed');
  return known;
}
