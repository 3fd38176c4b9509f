import { appendAudit } from '../../../platform/server/audit.ts';
import { uuidOf } from '../../../platform/server/uuid.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { book, type Doing, type Payment } from '../../payments/server/public.ts';
import { bookingOf } from '../shared/booking.ts';
import { takeCredit } from './credit.ts';
import { fulfil } from './fulfilment.ts';
import * as sql from './orders-sql.ts';
import { refundOrder } from './refunding.ts';
import { settleRequest } from './requests/settle-request.ts';
import { tellPaid } from './telling.ts';

/**
 * Pays an order and gives what is in it, in the caller's transaction, once. False where it cannot be had any more, or
 * costs something else: then nothing is changed, and money that came goes back.
 */
export async function payOrder(
  doing: Doing,
  { affiliateId, orderId }: { affiliateId: number; orderId: string },
  how: 'free' | 'credit' | Payment,
): Promise<boolean> {
  const { db, now } = doing;
  const [order] = await sql.lockOrder(db, affiliateId, orderId);
  if (order === undefined || !isFor(order, how)) return false;
  const payment = typeof how === 'string' ? null : how;
  if (order.state === 'paid') return order.paymentId === (payment?.paymentId ?? null);
  if (order.state === 'cancelled') return false;
  const [buyer] = await sql.findBuyer(db, affiliateId);
  if (buyer === undefined) throw new Error(`there is no person ${affiliateId}`);
  if (how === 'credit') await takeCredit(db, affiliateId, order.totalMinor, order.currency);
  const [paid] = await sql.markPaid(db, affiliateId, orderId, payment?.paymentId ?? null, now);
  if (paid === undefined) throw new Error(`order ${orderId} is gone`);
  const lines = await sql.listLines(db, affiliateId, orderId);
  await bookOrder(doing, paid, buyer.storeNumber, lines);
  const given = await fulfil(doing, paid, buyer, lines);
  await settleRequest(doing, paid);
  await tellPaid(doing, paid, given);
  await recordPaid(doing, paid, given);
  await refundFailed(doing, paid, buyer, given);
  return true;
}

function isFor({ method, totalMinor, currency }: sql.OrderRow, how: 'free' | 'credit' | Payment): boolean {
  if (how === 'free') return totalMinor === 0;
  if (how === 'credit') return method === 'credit';
  return how.amountMinor === totalMinor && how.currency === currency;
}

export async function bookOrder(
  { db, now }: Pick<Doing, 'db' | 'now'>,
  { method, country, currency, orderId, totalMinor, purpose }: sql.OrderRow,
  storeNumber: number | null,
  lines: readonly sql.LineRow[],
): Promise<void> {
  if (totalMinor === 0) return;
  const entries = bookingOf({ method, country, purpose, storeNumber, lines });
  await book(db, { kind: 'order', reference: orderId, currency, at: now, entries });
}

export async function recordPaid({ db, correlationId }: Doing, order: sql.OrderRow, lines: readonly sql.LineRow[]) {
  const { affiliateId, orderId, number, method, totalMinor: amountMinor, currency, paymentId } = order;
  const states = lines.map(({ productId, quantity, state }) => ({ productId, quantity, state }));
  await appendAudit(db, {
    actor: affiliateId,
    action: 'shop.order_paid',
    subject: `person:${affiliateId}`,
    data: { orderId, number, method, amountMinor, currency, paymentId, lines: states },
    correlationId,
  });
}

/** What could not be given is paid back by itself. */
async function refundFailed(doing: Doing, order: sql.OrderRow, buyer: sql.BuyerRow, lines: readonly sql.LineRow[]) {
  const parts = lines
    .filter(({ state, totalMinor }) => state === 'failed' && totalMinor > 0)
    .map((line) => ({ line, amountMinor: line.totalMinor }));
  if (parts.length === 0) return;
  const reason = doing.services.messages.format(pickLocale([buyer.language]), 'shop.refund.not_given');
  await refundOrder(doing, order, { refundId: uuidOf(`not given ${order.orderId}`), parts, reason, by: null });
}
