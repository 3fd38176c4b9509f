import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#platform/server/db/database.ts';
import { createLink, peekLink } from '#platform/server/auth/single-use-links.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { failPayment } from '#features/payments/shared/contract.ts';
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
  const known = await queries.findByKey.first(db, { affiliateId: request.affiliateId, key });
  if (gateway === null && known?.state !== 'paid') throw failPayment('payments.no_gateway');
  const row = { ...request, key, method: null, hint: null, now, expiresAt, gateway: gateway ?? 'test' };
  const { paymentId, state } = await insertOrFindPayment(db, row);
  if (state === 'paid') return { paymentId, url: null };
  if (state === 'returned') throw failPayment('payments.settled');
  await queries.reopenPayment(db, { paymentId, expiresAt, gateway: row.gateway });
  const token = await createLink(db, { purpose: linkPurpose, data: { paymentId }, lifetimeS });
  return { paymentId, url: `/pay/${token}` };
}

export async function findPaymentByKey(db: Db, affiliateId: number, key: string): Promise<queries.Payment | undefined> {
  return queries.findByKey.first(db, { affiliateId, key: toPageKey(key) });
}

/** Keys are derived by origin, because a browser must not be able to choose the key of a charge. */
function toPageKey(key: string): string {
  return createUuidFromText(`page ${key}`);
}

/** Returns the charge of a stored card whose result is not known yet. */
export async function findPendingCharge(db: Db, affiliateId: number, purpose: string): Promise<string | null> {
  return (await queries.findUnsettledCharge.first(db, { affiliateId, purpose }))?.paymentId ?? null;
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
  const row = { ...request, key, isCardKept: true, now, expiresAt: now, gateway };
  return (await insertOrFindPayment(db, row)).paymentId;
}

/** Throws if the link has expired or its payment does not exist. */
export async function findPaymentByToken(db: Db, token: string): Promise<queries.Payment> {
  const link = await peekLink(db, token, linkPurpose);
  const payment = link && (await queries.findPayment.first(db, { paymentId: String(link.paymentId) }));
  if (!payment) throw failPayment('payments.none');
  return payment;
}

async function insertOrFindPayment(db: Db, payment: queries.NewPayment): Promise<queries.Payment> {
  const { affiliateId, key, purpose, reference, amountMinor, currency } = payment;
  const inserted = await queries.insertPayment.first(db, payment);
  if (inserted !== undefined) return inserted;
  const known = await queries.findByKey.first(db, { affiliateId, key });
  const isSame = known?.purpose === purpose && known.amountMinor === amountMinor && known.currency === currency;
  if (known === undefined || !isSame || !isDeepStrictEqual(known.reference, reference))
    throw failPayment('payments.changed');
  return known;
}
