import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../platform/server/db.ts';
import { createLink, peekLink } from '../../../platform/server/links.ts';
import { uuidOf } from '../../../platform/server/uuid.ts';
import { failPayment, type GatewayName } from '../shared/contract.ts';
import { gatewayNameOf } from './gateways.ts';
import type { Doing } from './purposes.ts';
import * as sql from './sql.ts';

type Opening = Pick<Doing, 'db' | 'now' | 'services'>;

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

const linkPurpose = 'pay';
const linkLifetimeS = 3_600;

/** A payment on the page of the payment service. Its link is null once it is paid. */
export async function openPayment(
  { db, now, services }: Opening,
  request: PaymentRequest & { isCardKept: boolean; lifetimeS?: number },
): Promise<{ paymentId: string; url: string | null }> {
  const key = pageKey(request.key);
  const gateway = gatewayNameOf(services);
  const lifetimeS = request.lifetimeS ?? linkLifetimeS;
  const expiresAt = new Date(now.getTime() + lifetimeS * 1_000);
  const [known] = await sql.findByKey(db, request.affiliateId, key);
  if (gateway === null && known?.state !== 'paid') throw failPayment('payments.no_gateway');
  const row = { ...request, key, method: null, hint: null, expiresAt, gateway: gateway ?? 'test' };
  const { paymentId, state } = await insert(db, now, row);
  if (state === 'paid') return { paymentId, url: null };
  if (state === 'returned') throw failPayment('payments.settled');
  await sql.reopenPayment(db, paymentId, expiresAt, row.gateway);
  const token = await createLink(db, { purpose: linkPurpose, data: { paymentId }, lifetimeS });
  return { paymentId, url: `/pay/${token}` };
}

/** Whether somebody has begun to pay something with this key. */
export async function findOpened(db: Db, affiliateId: number, key: string): Promise<sql.Payment | undefined> {
  return (await sql.findByKey(db, affiliateId, pageKey(key)))[0];
}

export async function findPayment(db: Db, paymentId: string): Promise<sql.Payment | undefined> {
  return (await sql.findPayment(db, paymentId))[0];
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
 * dies before it is settled is followed by another, and the key keeps the card from being charged twice.
 */
export async function reserveCharge(
  { db, now, services }: Opening,
  request: PaymentRequest & { method: string; hint: string | null },
): Promise<string> {
  const gateway = gatewayNameOf(services);
  if (gateway === null) throw failPayment('payments.no_gateway');
  const key = uuidOf(`charge ${request.key}`);
  return (await insert(db, now, { ...request, key, isCardKept: true, expiresAt: now, gateway })).paymentId;
}

/** Of a link: the payment it is for, while there is one. */
export async function findByToken(db: Db, token: string): Promise<sql.Payment> {
  const link = await peekLink(db, token, linkPurpose);
  const [payment] = link === null ? [] : await sql.findPayment(db, String(link.paymentId));
  if (payment === undefined) throw failPayment('payments.none');
  return payment;
}

interface Row extends PaymentRequest {
  isCardKept: boolean;
  method: string | null;
  hint: string | null;
  expiresAt: Date;
  gateway: GatewayName;
}

async function insert(db: Db, now: Date, row: Row): Promise<sql.Payment> {
  const { affiliateId, key, purpose, amountMinor, currency, gateway } = row;
  const reference = JSON.stringify(row.reference);
  const { description, returnPath, isCardKept, method, hint, expiresAt } = row;
  const words = [description, returnPath, isCardKept, method, hint, now, expiresAt, gateway] as const;
  const [made] = await sql.insertPayment(db, affiliateId, key, purpose, reference, amountMinor, currency, ...words);
  if (made !== undefined) return made;
  const [known] = await sql.findByKey(db, affiliateId, key);
  const isSame = known?.purpose === purpose && known.amountMinor === amountMinor && known.currency === currency;
  if (known === undefined || !isSame || !isDeepStrictEqual(known.reference, row.reference))
    throw failPayment('payments.changed');
  return known;
}
