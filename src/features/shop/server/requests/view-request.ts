import { readBrand } from '../../../../platform/server/brand.ts';
import type { Context } from '../../../../platform/server/context.ts';
import { dayOf, isMinor } from '../../../account/shared/rules.ts';
import { quoteDigital } from '../../../payments/server/public.ts';
import { prices } from '../../../club/shared/rules.ts';
import { fail } from '../../shared/contract.ts';
import type { PaymentRequest } from '../../shared/request-contract.ts';
import { priceBasket, type ReadBasket } from '../basket-view.ts';
import { addressOf } from '../checkout.ts';
import { isPosted } from '../make-order.ts';
import { readShopper } from '../shopper.ts';
import { findRequest, type RequestLine, type RequestRow } from './queries.ts';

export type Role = PaymentRequest['role'];
type ClubLine = Extract<RequestLine, { clubKind: string }>;

/** The minor who asked, or one of the guardians while the child is a minor. For others there is no such request. */
export async function requireRequest(
  { db, user, now }: Context,
  requestId: string,
): Promise<{ request: RequestRow; role: Role }> {
  const [request] = await findRequest(db, requestId);
  const role = request && roleIn(request, user.affiliateId, now);
  if (request === undefined || role === null || role === undefined) throw fail('shop.no_request');
  return { request: current(request, now), role };
}

export function roleIn({ affiliateId, birthdate, guardianIds }: RequestRow, readerId: number, now: Date): Role | null {
  if (affiliateId === readerId) return 'minor';
  return guardianIds.includes(readerId) && isMinor(birthdate, dayOf(now)) ? 'guardian' : null;
}

/**
 * Requests expire by their date, without a job that writes it down. So does an approval of a club year that was never
 * paid; an unpaid order opens its request again.
 */
export function current(request: RequestRow, now: Date): RequestRow {
  const isUnpaid = request.state === 'open' || (request.state === 'approved' && clubLineOf(request) !== null);
  return isUnpaid && request.expiresAt <= now ? { ...request, state: 'expired' } : request;
}

export const isOwnApproval = ({ user }: Context, { state, decidedBy }: RequestRow) =>
  (state === 'approved' || state === 'paid') && decidedBy === user.affiliateId;

export const clubLineOf = ({ lines }: RequestRow): ClubLine | null =>
  lines.find((line): line is ClubLine => 'clubKind' in line) ?? null;

/** What was asked for at today's prices of the payer, by what the child has. */
export async function priceRequest(ctx: Context, request: RequestRow, payerId: number): Promise<ReadBasket> {
  const payer = await readShopper(ctx, payerId);
  // A guardian who sells courses still buys this one for the child.
  const shopper = payerId === request.affiliateId ? payer : { ...payer, role: 'diver' as const };
  const club = clubLineOf(request);
  if (club !== null) return { shopper, basket: clubBasket(ctx, shopper, club, request.requestId), codes: [] };
  const lines = request.lines.flatMap((line, place) =>
    'productId' in line ? [{ ...line, lineId: lineIdOf(request.requestId, place) }] : [],
  );
  return priceBasket(ctx, shopper, request.affiliateId, { version: 0, codes: request.codes, lines });
}

/** Its lines are named by their place, the same however often it is read. */
function lineIdOf(requestId: string, place: number): string {
  return requestId.slice(0, -3) + place.toString(16).padStart(3, '0');
}

function clubBasket(
  ctx: Context,
  shopper: ReadBasket['shopper'],
  { clubKind }: ClubLine,
  lineId: string,
): ReadBasket['basket'] {
  const { country, currency } = shopper;
  const quote = quoteDigital(ctx, { country, currency }, prices[clubKind]);
  const { unitMinor, taxMinor, taxBp, totalMinor, isTaxIncluded } = quote;
  const name = clubYearName(ctx, clubKind);
  const line = {
    lineId,
    productId: 3001,
    kind: 'membership',
    category: 'membership',
    name,
    drawing: 'life-ring',
  } as const;
  const rest = { quantity: 1, maxQuantity: 1, isGift: false, isPosted: false, licenseID: null, problem: null };
  const sums = { country, currency, isTaxIncluded, subtotalMinor: unitMinor, discountMinor: 0, taxMinor, totalMinor };
  return {
    version: 0,
    ...sums,
    lines: [{ ...line, ...rest, unitMinor, discountMinor: 0, taxBp, taxMinor, totalMinor }],
    codes: [],
  };
}

export function clubYearName({ services, locale }: Context, kind: ClubLine['clubKind']): string {
  const { club } = readBrand(services.env.BRAND_FILE);
  return services.messages.format(locale, 'club.payment.description', { club, kind });
}

export async function viewRequest(ctx: Context, request: RequestRow, role: Role): Promise<PaymentRequest> {
  const { affiliateId } = ctx.user;
  const { basket, shopper } = await priceRequest(ctx, request, affiliateId);
  const needsAddress = isPosted(basket);
  const { requestId, state, child, currency, totalMinor, createdAt, expiresAt, decidedBy, decidedByName } = request;
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
    address: needsAddress && role === 'guardian' ? addressOf(shopper, ctx.locale) : null,
    createdDate: createdAt.toISOString(),
    expiresDate: expiresAt.toISOString(),
    decidedBy: decidedByName,
    isOwnApproval: isOwnApproval(ctx, request),
    // The order of a club year has its number once it is paid.
    orderId: decidedBy === affiliateId && (clubLineOf(request) === null || state === 'paid') ? request.orderId : null,
  };
}
