import { appendAudit } from '../../../platform/server/audit.ts';
import { takeCodesBack, takeCourseBack } from '../../learning/server/public.ts';
import { book, type Doing, reserveRefund } from '../../payments/server/public.ts';
import { refundBookingOf } from '../shared/booking.ts';
import { refundTax } from '../shared/pricing.ts';
import { giveCredit } from './credit.ts';
import * as sql from './orders-sql.ts';
import { tellRefunded } from './telling.ts';

export interface RefundPart {
  line: sql.LineRow;
  amountMinor: number;
}

export interface RefundRequest {
  /** The same request is the same refund. */
  refundId: string;
  parts: readonly RefundPart[];
  reason: string;
  /** Null where nobody decided it. */
  by: number | null;
}

/** Pays something of an order back, of a paid order whose row is locked, the way it was paid. */
export async function refundOrder(doing: Doing, order: sql.OrderRow, request: RefundRequest): Promise<void> {
  const { db, now, correlationId } = doing;
  const { affiliateId, orderId, currency, number } = order;
  const { refundId, reason, by } = request;
  const before = (await sql.listRefunds(db, affiliateId, orderId)).filter(({ state }) => state !== 'refused');
  const lines = request.parts.map(({ line, amountMinor }) => {
    const { lineId, refundedMinor } = line;
    const taxes = before.flatMap((refund) => refund.lines.filter((part) => part.lineId === lineId));
    const taxMinor = taxes.reduce((sum, part) => sum + part.taxMinor, 0);
    return { lineId, amountMinor, taxMinor: refundTax(line, amountMinor, { amountMinor: refundedMinor, taxMinor }) };
  });
  const amountMinor = lines.reduce((sum, line) => sum + line.amountMinor, 0);
  const what = [amountMinor, JSON.stringify(lines), reason, by, now] as const;
  await sql.insertRefund(db, affiliateId, orderId, refundId, ...what);
  await sql.addRefunded(db, affiliateId, orderId, amountMinor);
  for (const { lineId, amountMinor: minor } of lines)
    await sql.addLineRefunded(db, affiliateId, orderId, lineId, minor);
  if (order.method === 'credit') {
    const buyer = await giveCredit(db, affiliateId, amountMinor, currency);
    await bookRefund(doing, order, buyer.storeNumber, { refundId, lines });
  } else if (order.paymentId === null) throw new Error(`order ${orderId} was paid by nothing that could be returned`);
  else await reserveRefund(db, { paymentId: order.paymentId, refundId, amountMinor });
  for (const { line, amountMinor: minor } of request.parts)
    if (line.refundedMinor + minor === line.totalMinor) await takeBack(doing, order, line);
  const names = request.parts.map(({ line }) => line.name);
  await tellRefunded(doing, order, { refundId, amountMinor, names, reason });
  await appendAudit(db, {
    actor: by,
    action: 'shop.order_refunded',
    subject: `person:${affiliateId}`,
    data: { orderId, number, refundId, amountMinor, currency, lines },
    correlationId,
  });
}

/** What was paid back whole is theirs no more, as far as it can be taken back. A card that was issued stays. */
async function takeBack(doing: Doing, order: sql.OrderRow, line: sql.LineRow): Promise<void> {
  const { affiliateId, orderId } = order;
  const { lineId, kind, packageId, isGift, state } = line;
  const note = (next: sql.LineRow['state'], codes: readonly string[]) =>
    sql.setLine(doing.db, affiliateId, orderId, lineId, next, codes, doing.now);
  if (state === 'to_post') await note('taken_back', []);
  if (state !== 'given' || kind !== 'course' || packageId === null) return;
  if (!isGift) {
    if (await takeCourseBack(doing, affiliateId, packageId)) await note('taken_back', []);
    return;
  }
  const gone = new Set(await takeCodesBack(doing, line.codes));
  // Those that somebody has redeemed are left, and show it.
  const left = line.codes.filter((code) => !gone.has(code));
  await note(left.length === 0 ? 'taken_back' : 'given', left);
}

/** In the transaction in which the money went back. */
export async function bookRefund(
  { db, now }: Doing,
  order: sql.OrderRow,
  storeNumber: number | null,
  refund: Pick<sql.RefundRow, 'refundId' | 'lines'>,
): Promise<void> {
  const categories = new Map(
    (await sql.listLines(db, order.affiliateId, order.orderId)).map(({ lineId, category }) => [lineId, category]),
  );
  const lines = refund.lines.flatMap((line) => {
    const category = categories.get(line.lineId);
    return category === undefined ? [] : [{ ...line, category }];
  });
  const { method, country, currency } = order;
  const entries = refundBookingOf({ method, country, storeNumber }, lines);
  await book(db, { kind: 'order.refund', reference: refund.refundId, currency, at: now, entries });
}

/** The payment service did not return it. What was taken back stays so, and the rest can be tried again. */
export async function undoRefund(
  { db }: Doing,
  { affiliateId, orderId }: Pick<sql.OrderRow, 'affiliateId' | 'orderId'>,
  { amountMinor, lines }: Pick<sql.RefundRow, 'amountMinor' | 'lines'>,
): Promise<void> {
  await sql.lockOrder(db, affiliateId, orderId);
  await sql.addRefunded(db, affiliateId, orderId, -amountMinor);
  for (const line of lines) await sql.addLineRefunded(db, affiliateId, orderId, line.lineId, -line.amountMinor);
}
