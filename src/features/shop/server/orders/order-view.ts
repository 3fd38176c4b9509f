import type { Context } from '#platform/server/http/context.ts';
import { decrypt } from '#platform/server/crypto/secrets.ts';
import { Address } from '#features/shop/shared/contract.ts';
import { type Order, type OrderLine, type OrderSummary } from '#features/shop/shared/order-contract.ts';
import * as queries from './queries.ts';

type ViewContext = Pick<Context, 'db' | 'services' | 'locale'>;

/** Only the buyer sees the codes. */
export async function viewOrder(ctx: ViewContext, order: queries.OrderRow, isOwn: boolean): Promise<Order> {
  const { db, services } = ctx;
  const { affiliateId, orderId } = order;
  const [lines, refunds, codes, paymentHint, [recipient]] = await Promise.all([
    queries.listLines(db, affiliateId, orderId),
    listRefunds(ctx, order),
    queries.listCodeUses(db, affiliateId, orderId),
    queries.findCardHint(db, order),
    order.recipientId === null ? [] : queries.findBuyer(db, order.recipientId),
  ]);
  const {
    encryptedAddress,
    createdAt,
    expiresAt,
    paidAt,
    affiliateId: _affiliateId,
    recipientId,
    purpose: _purpose,
    ...rest
  } = order;
  return {
    ...rest,
    createdDate: createdAt.toISOString(),
    paidDate: paidAt?.toISOString() ?? null,
    expiresDate: expiresAt.toISOString(),
    paymentHint,
    address: encryptedAddress === null ? null : decryptAddress(services.env.SECRET_KEYS, encryptedAddress),
    recipient: recipient?.name ?? null,
    // Items for another person are opened by that person.
    lines: lines.map((line) => viewLine(line, isOwn, recipientId === null)),
    codes,
    refunds: refunds.map(({ refundId, amountMinor, reason, createdAt: at, state }) => ({
      refundId,
      amountMinor,
      reason,
      createdDate: at.toISOString(),
      state: state ?? 'done',
    })),
  };
}

/** Includes payments for a cancelled order, which are returned in full. */
async function listRefunds(
  { db, services, locale }: ViewContext,
  { affiliateId, orderId, state, paymentId }: queries.OrderRow,
) {
  if (state !== 'cancelled' || paymentId === null) return queries.listRefunds(db, affiliateId, orderId);
  const reason = services.messages.format(locale, 'shop.refund.too_late');
  return (await queries.listReturns(db, affiliateId, paymentId)).map((refund) => ({ ...refund, reason }));
}

export function decryptAddress(secretKeys: readonly string[], encrypted: string): Address {
  return Address.parse(JSON.parse(decrypt(secretKeys, 'contact', encrypted)));
}

function viewLine(line: queries.LineRow, isOwn: boolean, isForBuyer: boolean): OrderLine {
  const {
    packageId: _package,
    levelId: _level,
    isPosted: _posted,
    takenCodes: _taken,
    licenseId,
    codes,
    ...rest
  } = line;
  return {
    ...rest,
    licenseID: licenseId,
    codes: isOwn ? codes : [],
    path: isOwn && isForBuyer ? getLinePath(line) : null,
  };
}

/** Codes are shown with the order itself, so they have no path. */
function getLinePath({ state, kind, isGift, packageId, licenseId, levelId, path }: queries.LineRow): string | null {
  if (state !== 'given') return null;
  if (path !== null) return path;
  if (kind === 'course') return isGift ? null : `/training/course/${packageId}`;
  return kind === 'ecard' ? `/certifications/ecard/${licenseId}/${levelId}` : null;
}

export function viewSummary(row: queries.SummaryRow): OrderSummary {
  const { createdAt, paidAt, affiliateId: _affiliateId, ...rest } = row;
  return { ...rest, createdDate: createdAt.toISOString(), paidDate: paidAt?.toISOString() ?? null };
}
