import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { failPayment } from '#features/payments/shared/contract.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { listClubOffers } from '#features/club/server/public.ts';
import { fail as failClub } from '#features/club/shared/contract.ts';
import { clubPrices } from '#features/club/shared/membership-rules.ts';
import { quoteDigital, readBilling } from '#features/payments/server/public.ts';
import { fail } from '#features/shop/shared/contract.ts';
import type { PaymentRequest, paymentRequestEndpoints } from '#features/shop/shared/payment-request-contract.ts';
import { cancelOrder } from '#features/shop/server/orders/cancel-order.ts';
import { readBasket } from '#features/shop/server/basket/price-basket.ts';
import { assertCanOrder } from '#features/shop/server/checkout/handlers.ts';
import { readShopper } from '#features/shop/server/shopper.ts';
import { notifyGuardians } from './notifications.ts';
import * as queries from './queries.ts';
import { formatClubYearName, type RequestLine, viewRequest } from './view-request.ts';

type CreateRequestKeys = 'POST payment-requests' | 'POST payment-requests/club';

const lifetimeMs = 14 * 86_400_000;
/** Limited because every request notifies all guardians. */
const requestLimit = { limit: 10, windowS: 86_400 };

export const createRequestHandlers: Pick<Handlers<typeof paymentRequestEndpoints>, CreateRequestKeys> = {
  async 'POST payment-requests'(ctx, { body }) {
    const { affiliateId } = ctx.user;
    await requireMinor(ctx);
    await queries.lockChild(ctx.db, { affiliateId });
    const read = await readBasket(ctx, affiliateId, { lock: true });
    const known = await queries.findRequestByKey.first(ctx.db, { affiliateId, key: body.key });
    if (known !== undefined) return viewRequest(ctx, known, 'minor');
    // The guardian chooses the address and the payment method.
    const method = read.basket.totalMinor === 0 ? 'free' : 'card';
    assertCanOrder(read, { ...body, method, address: null }, { isPaymentRequest: true });
    const { lines, codes, currency, totalMinor } = read.basket;
    const requestLines = lines.map(({ productId, quantity, isGift, licenseID, name }) => ({
      productId,
      quantity,
      isGift,
      licenseID,
      name,
    }));
    return createRequest(ctx, body.key, requestLines, { codes: codes.map(({ code }) => code), currency, totalMinor });
  },

  async 'POST payment-requests/club'(ctx, { body: { key, kind } }) {
    const { affiliateId } = ctx.user;
    await requireMinor(ctx);
    await queries.lockChild(ctx.db, { affiliateId });
    const lines = [{ clubKind: kind, name: formatClubYearName(ctx, kind) }];
    const known = await queries.findRequestByKey.first(ctx.db, { affiliateId, key });
    if (known !== undefined) {
      if (!isDeepStrictEqual(known.lines, lines)) throw failClub('club.not_allowed', { path: 'key' });
      return viewRequest(ctx, known, 'minor');
    }
    if (!(await listClubOffers(ctx, affiliateId)).includes(kind)) throw failClub('club.not_allowed', { path: 'kind' });
    const { currency, totalMinor } = quoteDigital(ctx, await readBilling(ctx, affiliateId), clubPrices[kind]);
    return createRequest(ctx, key, lines, { codes: [], currency, totalMinor });
  },
};

/** Adults pay for themselves, and a minor needs at least one guardian. */
async function requireMinor(ctx: Context): Promise<void> {
  const { isMinor, needsBirthdate } = await readShopper(ctx, ctx.user.affiliateId);
  if (needsBirthdate) throw failPayment('payments.birthdate_needed', { path: 'birthDate' });
  if (!isMinor) throw fail('shop.not_minor');
  if ((await queries.listGuardians.first(ctx.db, { affiliateId: ctx.user.affiliateId })) === undefined)
    throw fail('shop.no_guardian');
}

/** A minor has one unpaid request. Orders are locked before requests, as in payment. */
async function withdrawUnpaid(ctx: Context): Promise<void> {
  const { db, now } = ctx;
  const { affiliateId } = ctx.user;
  const cancelAll = async (approvals: readonly { decidedBy: number | null; orderId: string | null }[]) => {
    for (const { decidedBy, orderId } of approvals)
      if (decidedBy !== null && orderId !== null) await cancelOrder(ctx, { affiliateId: decidedBy, orderId });
  };
  await cancelAll(await queries.listApprovals(db, { affiliateId }));
  // A guardian may have approved in between.
  await cancelAll(await queries.withdrawUnpaidRequests(db, { affiliateId, now }));
}

async function createRequest(
  ctx: Context,
  key: string,
  lines: RequestLine[],
  { codes, currency, totalMinor }: { codes: string[]; currency: string; totalMinor: number },
): Promise<PaymentRequest> {
  const { db, now, user, services, correlationId } = ctx;
  const { affiliateId } = user;
  await withdrawUnpaid(ctx);
  const { allowed, retryAfterS } = await takeRateLimitToken(services.database.db, {
    key: `shop.request:${affiliateId}`,
    ...requestLimit,
  });
  if (!allowed) throw failCall('rate.limited', { retryAfterS });
  const requestId = randomUUID();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  const request = { affiliateId, requestId, key, lines, codes, currency, totalMinor, createdAt: now, expiresAt };
  await queries.insertRequest(db, request);
  const stored = await queries.findRequest.first(db, { requestId });
  if (stored === undefined) throw new Error(`payment request ${requestId} was not stored`);
  await notifyGuardians(ctx, stored);
  await appendAudit(db, {
    actor: affiliateId,
    action: 'shop.payment_asked',
    subject: `person:${affiliateId}`,
    data: { requestId, amountMinor: totalMinor, currency },
    correlationId,
  });
  return viewRequest(ctx, stored, 'minor');
}
