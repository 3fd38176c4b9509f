import { loadBrand } from '#platform/server/config/brand.ts';
import type { Context } from '#platform/server/http/context.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { quoteDigital } from '#features/payments/server/public.ts';
import type { OfferKind } from '#features/club/shared/contract.ts';
import { clubPrices } from '#features/club/shared/membership-rules.ts';
import { fail } from '#features/shop/shared/contract.ts';
import type { PaymentRequest } from '#features/shop/shared/payment-request-contract.ts';
import { priceBasket, type PricedBasket } from '#features/shop/server/basket/price-basket.ts';
import { toCheckoutAddress } from '#features/shop/server/checkout/handlers.ts';
import { needsShipping } from '#features/shop/server/checkout/create-order.ts';
import { readShopper } from '#features/shop/server/shopper.ts';
import { findRequest, type RequestRow } from './queries.ts';

export type RequestLine =
  | { productId: number; quantity: number; isGift: boolean; licenseID: number | null; name: string }
  | { clubKind: OfferKind; name: string };

export type RequestRole = PaymentRequest['role'];
type ClubLine = Extract<RequestLine, { clubKind: string }>;

/** The reader is the minor, or one of the guardians while the child is a minor. Everyone else gets a 404. */
export async function requireRequest(
  { db, user, now }: Context,
  requestId: string,
): Promise<{ request: RequestRow; role: RequestRole }> {
  const request = await findRequest.first(db, { requestId });
  const role = request && getRequestRole(request, user.affiliateId, now);
  if (request === undefined || role === null || role === undefined) throw fail('shop.no_request');
  return { request: withExpiry(request, now), role };
}

export function getRequestRole(
  { affiliateId, birthdate, guardianIds }: RequestRow,
  readerId: number,
  now: Date,
): RequestRole | null {
  if (affiliateId === readerId) return 'minor';
  return guardianIds.includes(readerId) && isMinor(birthdate, toIsoDate(now)) ? 'guardian' : null;
}

/**
 * Expiry is computed on read rather than stored by a job. It also applies to unpaid approvals of a club year; an unpaid
 * order closes its request when it expires.
 */
export function withExpiry(request: RequestRow, now: Date): RequestRow {
  const isUnpaid = request.state === 'open' || (request.state === 'approved' && findClubLine(request) !== null);
  return isUnpaid && request.expiresDate <= now.toISOString() ? { ...request, state: 'expired' } : request;
}

export const isOwnApproval = ({ user }: Context, { state, decidedBy }: RequestRow) =>
  (state === 'approved' || state === 'paid') && decidedBy === user.affiliateId;

export const findClubLine = ({ lines }: RequestRow): ClubLine | null =>
  lines.find((line): line is ClubLine => 'clubKind' in line) ?? null;

/** Prices the request with the payer's current prices and the child's ownership. */
export async function priceRequest(ctx: Context, request: RequestRow, payerId: number): Promise<PricedBasket> {
  const payer = await readShopper(ctx, payerId);
  // A guardian who is a professional still buys a course for the child, not a code.
  const shopper = payerId === request.affiliateId ? payer : { ...payer, role: 'diver' as const };
  const club = findClubLine(request);
  if (club !== null) return { shopper, basket: toClubBasket(ctx, shopper, club, request.requestId), codes: [] };
  const lines = request.lines.flatMap((line, place) =>
    'productId' in line ? [{ ...line, lineId: toLineId(request.requestId, place) }] : [],
  );
  return priceBasket(ctx, shopper, request.affiliateId, { version: 0, codes: request.codes, lines });
}

/** Line ids are derived from the position, so they are stable across reads. */
function toLineId(requestId: string, place: number): string {
  return requestId.slice(0, -3) + place.toString(16).padStart(3, '0');
}

function toClubBasket(
  ctx: Context,
  shopper: PricedBasket['shopper'],
  { clubKind }: ClubLine,
  lineId: string,
): PricedBasket['basket'] {
  const { country, currency } = shopper;
  const quote = quoteDigital(ctx, { country, currency }, clubPrices[clubKind]);
  const { unitMinor, taxMinor, taxBp, totalMinor, isTaxIncluded } = quote;
  const name = formatClubYearName(ctx, clubKind);
  const line = {
    lineId,
    productId: 3001,
    kind: 'membership',
    category: 'membership',
    name,
    drawing: 'life-ring',
  } as const;
  const rest = {
    quantity: 1,
    maxQuantity: 1,
    isGift: false,
    isPosted: false,
    licenseID: null,
    afterLevel: null,
    problem: null,
  };
  const sums = { country, currency, isTaxIncluded, subtotalMinor: unitMinor, discountMinor: 0, taxMinor, totalMinor };
  return {
    version: 0,
    ...sums,
    lines: [{ ...line, ...rest, unitMinor, discountMinor: 0, taxBp, taxMinor, totalMinor }],
    codes: [],
  };
}

export function formatClubYearName({ services, locale }: Context, kind: ClubLine['clubKind']): string {
  const { club } = loadBrand(services.env.BRAND_FILE);
  return services.messages.format(locale, 'club.payment.description', { club, kind });
}

export async function viewRequest(ctx: Context, request: RequestRow, role: RequestRole): Promise<PaymentRequest> {
  const { affiliateId } = ctx.user;
  const { basket, shopper } = await priceRequest(ctx, request, affiliateId);
  const needsAddress = needsShipping(basket);
  const { requestId, state, child, currency, totalMinor, createdDate, expiresDate, decidedBy, decidedByName } = request;
  return {
    requestId,
    state,
    role,
    child,
    basket,
    askedCurrency: currency,
    askedTotalMinor: totalMinor,
    needsBirthdate: shopper.needsBirthdate,
    needsAddress,
    address: needsAddress && role === 'guardian' ? toCheckoutAddress(shopper, ctx.locale) : null,
    createdDate,
    expiresDate,
    decidedBy: decidedByName,
    isOwnApproval: isOwnApproval(ctx, request),
    // The order of a club year is created when it is paid.
    orderId: decidedBy === affiliateId && (findClubLine(request) === null || state === 'paid') ? request.orderId : null,
  };
}
