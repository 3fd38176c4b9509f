import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#platform/server/db/database.ts';
import { createLink, peekLink } from '#platform/server/auth/single-use-links.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { failPayment, type GatewayName } from '#features/payments/shared/contract.ts';
import { getGatewayName } from './gateway/get-gateway.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import * as queries from './queries.ts';

type PaymentContext = Pick<TransactionContext, 'db' | 'now' | 'services'>;

export interface PaymentRequest {
  affiliateId: number;
  /** A repeated key returns the same payment. */
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

/** Creates a payment on the payment service's page. The link is null once it is paid. */
export async function openPayment(
  { db, now, services }: PaymentContext,
  request: PaymentRequest & { isCardKept: boolean; lifetimeS?: number },
): Promise<{ paymentId: string; url: string | null }> {
  const key = toPageKey(request.key);
  const gateway = getGatewayName(services);
  const lifetimeS = request.lifetimeS ?? linkLifetimeS;
  const expiresAt = new Date(now.getTime() + lifetimeS * 1_000);
  const [known] = await queries.findByKey(db, request.affiliateId, key);
  if (gateway === null && known?.state !== 'paid') throw failPayment('payments.no_gateway');
  const row = { ...request, key, method: null, hint: null, expiresAt, gateway: gateway ?? 'test' };
  const { paymentId, state } = await insertOrFindPayment(db, now, row);
  if (state === 'paid') return { paymentId, url: null };
  if (state === 'returned') throw failPayment('payments.settled');
  await queries.reopenPayment(db, paymentId, expiresAt, row.gateway);
  const token = await createLink(db, { purpose: linkPurpose, data: { paymentId }, lifetimeS });
  return { paymentId, url: `/pay/${token}` };
}

export async function findPaymentByKey(db: Db, affiliateId: number, key: string): Promise<queries.Payment | undefined> {
  return (await queries.findByKey(db, affiliateId, toPageKey(key)))[0];
}

export async function findPayment(db: Db, paymentId: string): Promise<queries.Payment | undefined> {
  return (await queries.findPayment(db, paymentId))[0];
}

/** Keys are derived by origin, because a browser must not be able to choose the key of a charge. */
function toPageKey(key: string): string {
  return createUuidFromText(`page ${key}`);
}

/** Returns the charge of a stored card whose result is not known yet. */
export async function findPendingCharge(db: Db, affiliateId: number, purpose: string): Promise<string | null> {
  return (await queries.findUnsettledCharge(db, affiliateId, purpose))[0]?.paymentId ?? null;
}

/**
 * Reserves the charge of a stored card in the transaction that decides it. If the process dies before settlement,
 * another one continues, and the key prevents a second charge.
 */
export async function reserveCharge(
  { db, now, services }: PaymentContext,
  request: PaymentRequest & { method: string; hint: string | null },
): Promise<string> {
  const gateway = getGatewayName(services);
  if (gateway === null) throw failPayment('payments.no_gateway');
  const key = createUuidFromText(`charge ${request.key}`);
  return (await insertOrFindPayment(db, now, { ...request, key, isCardKept: true, expiresAt: now, gateway })).paymentId;
}

/** Throws if the link has expired or its payment does not exist. */
export async function findPaymentByToken(db: Db, token: string): Promise<queries.Payment> {
  const link = await peekLink(db, token, linkPurpose);
  const [payment] = link === null ? [] : await queries.findPayment(db, String(link.paymentId));
  if (payment === undefined) throw failPayment('payments.none');
  return payment;
}

interface NewPaymentRow extends PaymentRequest {
  isCardKept: boolean;
  method: string | null;
  hint: string | null;
  expiresAt: Date;
  gateway: GatewayName;
}

async function insertOrFindPayment(db: Db, now: Date, row: NewPaymentRow): Promise<queries.Payment> {
  const { affiliateId, key, purpose, amountMinor, currency, gateway } = row;
  const reference = JSON.stringify(row.reference);
  const { description, returnPath, isCardKept, method, hint, expiresAt } = row;
  const details = [description, returnPath, isCardKept, method, hint, now, expiresAt, gateway] as const;
  const [made] = await queries.insertPayment(
    db,
    affiliateId,
    key,
    purpose,
    reference,
    amountMinor,
    currency,
    ...details,
  );
  if (made !== undefined) return made;
  const [known] = await queries.findByKey(db, affiliateId, key);
  const isSame = known?.purpose === purpose && known.amountMinor === amountMinor && known.currency === currency;
  if (known === undefined || !isSame || !isDeepStrictEqual(known.reference, row.reference))
    throw failPayment('payments.changed');
  return known;
}
