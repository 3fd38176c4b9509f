import type { Context } from '#platform/server/http/context.ts';
import { readUsedBenefits } from '#features/club/server/public.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';
import { decryptOrderAddress } from './order-address.ts';
import * as queries from './queries.ts';
import * as refundQueries from './refund-queries.ts';

type ViewContext = Pick<Context, 'db' | 'services' | 'locale'>;

/** The order with its products' names in the reader's language. */
export async function viewOrder(ctx: ViewContext, order: queries.OrderRow, isOwn: boolean): Promise<Order> {
  const { affiliateId, orderId } = order;
  const [view, products] = await Promise.all([
    readOrder(ctx, order, isOwn),
    queries.listProductNames(ctx.db, { affiliateId, orderId, locale: ctx.locale }),
  ]);
  const names = new Map(products.map(({ lineId, name }) => [lineId, name]));
  return { ...view, lines: view.lines.map((line) => ({ ...line, name: names.get(line.lineId) ?? line.name })) };
}

/**
 * The order with its lines' names from when it was ordered, which a receipt states. Only the buyer sees the codes. The
 * contract drops the row's other values.
 */
export async function readOrder(ctx: ViewContext, order: queries.OrderRow, isOwn: boolean): Promise<Order> {
  const { db, services } = ctx;
  const { affiliateId, paymentId, recipientId } = order;
  const [lines, refunds, codes, payment, recipient, usedMinor] = await Promise.all([
    queries.listLines(db, order),
    listRefunds(ctx, order),
    queries.listCodeUses(db, order),
    paymentId === null ? undefined : queries.findCardHint.first(db, { affiliateId, paymentId }),
    recipientId === null ? undefined : queries.findBuyer.first(db, { affiliateId: recipientId }),
    paymentId === null ? 0 : readUsedBenefits(db, { affiliateId: recipientId ?? affiliateId, paymentId }),
  ]);
  return {
    ...order,
    paymentHint: payment?.hint ?? null,
    address: decryptOrderAddress(services.env.SECRET_KEYS, order),
    recipient: recipient?.name ?? null,
    lines: lines.map((line) => ({
      ...line,
      keptMinor: getKeptMinor(line, usedMinor),
      codes: isOwn ? line.codes : [],
      // Items for another person are opened by that person.
      path: isOwn && recipientId === null ? getLinePath(line) : null,
    })),
    codes,
    refunds,
  };
}

/** Includes payments for a cancelled order, which are returned in full. */
async function listRefunds({ db, services, locale }: ViewContext, order: queries.OrderRow): Promise<Order['refunds']> {
  const { affiliateId, state, paymentId } = order;
  if (state !== 'cancelled' || paymentId === null) return refundQueries.listRefunds(db, order);
  const reason = services.messages.format(locale, 'shop.refund.too_late');
  return (await refundQueries.listReturns(db, { affiliateId, paymentId })).map((refund) => ({ ...refund, reason }));
}

/** Of a club year, used benefits are kept. */
export function getKeptMinor({ kind, totalMinor }: queries.LineRow, usedMinor: number): number {
  return kind === 'membership' ? Math.min(totalMinor, usedMinor) : 0;
}

/** Codes are shown with the order itself, so they have no path. */
function getLinePath({ state, kind, isGift, packageId, licenseID, levelId, path }: queries.LineRow): string | null {
  if (state !== 'given') return null;
  if (path !== null) return path;
  if (kind === 'course') return isGift ? null : `/training/course/${packageId}`;
  return kind === 'ecard' ? `/certifications/ecard/${licenseID}/${levelId}` : null;
}
