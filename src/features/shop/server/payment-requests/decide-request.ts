import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { openYearPayment } from '#features/club/server/public.ts';
import { assertCanPay, findPayment } from '#features/payments/server/public.ts';
import { fail } from '#features/shop/shared/contract.ts';
import type { paymentRequestEndpoints } from '#features/shop/shared/payment-request-contract.ts';
import { assertAddressTexts, assertCanOrder } from '#features/shop/server/checkout/handlers.ts';
import { cancelOrder } from '#features/shop/server/orders/cancel-order.ts';
import { createOrder, openOrderPayment } from '#features/shop/server/checkout/create-order.ts';
import { findBuyer, findOrder } from '#features/shop/server/orders/queries.ts';
import { payOrder } from '#features/shop/server/orders/pay-order.ts';
import { notifyDeclined, requestPath } from './notifications.ts';
import * as queries from './queries.ts';
import {
  findClubLine,
  withExpiry,
  isOwnApproval,
  priceRequest,
  requireRequest,
  getRequestRole,
  viewRequest,
} from './view-request.ts';

type DecideRequestKeys = Exclude<
  keyof Handlers<typeof paymentRequestEndpoints>,
  'POST payment-requests' | 'POST payment-requests/club'
>;
type ApproveBody = Parameters<
  Handlers<typeof paymentRequestEndpoints>['POST payment-requests/{requestId}/approve']
>[1]['body'];
type ApprovalResult = { orderId: string | null; payUrl: string | null };

export const decideRequestHandlers: Pick<Handlers<typeof paymentRequestEndpoints>, DecideRequestKeys> = {
  async 'GET payment-requests'(ctx) {
    const views = (await queries.listRequests(ctx.db, { affiliateId: ctx.user.affiliateId })).map(async (row) => {
      const role = getRequestRole(row, ctx.user.affiliateId, ctx.now);
      return role === null ? [] : [await viewRequest(ctx, withExpiry(row, ctx.now), role)];
    });
    return (await Promise.all(views)).flat();
  },

  async 'GET payment-requests/{requestId}'(ctx, { params }) {
    const { request, role } = await requireRequest(ctx, params.requestId);
    return viewRequest(ctx, request, role);
  },

  async 'POST payment-requests/{requestId}/approve'(ctx, { params: { requestId }, body }) {
    const seen = await requireGuardian(ctx, requestId);
    const isOwn = isOwnApproval(ctx, seen);
    const again = isOwn ? await resumePayment(ctx, seen) : null;
    if (again !== null) return again;
    if (seen.state === 'approved' && body.isTakingOver) await cancelApproval(ctx, seen);
    await queries.lockRequest(ctx.db, { requestId });
    const request = await requireGuardian(ctx, requestId);
    const isSeen = request.orderId === seen.orderId && (isOwn || body.isTakingOver);
    if (request.state !== 'open' && !(request.state === 'approved' && isSeen)) throw fail('shop.request_over');
    return approveRequest(ctx, request, body);
  },

  async 'POST payment-requests/{requestId}/decline'(ctx, { params: { requestId } }) {
    const { db, user, now } = ctx;
    const seen = await requireGuardian(ctx, requestId);
    if (isOwnApproval(ctx, seen)) await cancelApproval(ctx, seen);
    await queries.lockRequest(db, { requestId });
    const request = await requireGuardian(ctx, requestId);
    if (request.state === 'declined') return viewRequest(ctx, request, 'guardian');
    if (request.state !== 'open' && !(request.state === 'approved' && isOwnApproval(ctx, request)))
      throw fail('shop.request_over');
    await queries.updateDecision(db, {
      requestId,
      state: 'declined',
      decidedBy: user.affiliateId,
      orderId: null,
      now,
    });
    const guardian = await findBuyer.first(db, user);
    await notifyDeclined(ctx, request, guardian?.name ?? '');
    await recordDecisionAudit(ctx, request, 'shop.payment_declined');
    return viewRequest(ctx, await requireGuardian(ctx, requestId), 'guardian');
  },

  async 'POST payment-requests/{requestId}/withdraw'(ctx, { params: { requestId } }) {
    const { role, request: seen } = await requireRequest(ctx, requestId);
    if (role !== 'minor') throw fail('shop.no_request');
    if (seen.state === 'approved') await cancelApproval(ctx, seen);
    await queries.lockRequest(ctx.db, { requestId });
    const { request } = await requireRequest(ctx, requestId);
    if (!['open', 'approved', 'withdrawn'].includes(request.state)) throw fail('shop.request_over');
    if (request.state !== 'withdrawn') {
      const decision = { state: 'withdrawn', decidedBy: null, orderId: null } as const;
      await queries.updateDecision(ctx.db, { requestId, ...decision, now: ctx.now });
    }
    const { request: after } = await requireRequest(ctx, requestId);
    return viewRequest(ctx, after, 'minor');
  },
};

async function requireGuardian(ctx: Context, requestId: string): Promise<queries.RequestRow> {
  const { request, role } = await requireRequest(ctx, requestId);
  if (role !== 'guardian') throw fail('shop.no_request');
  return request;
}

/**
 * Cancels the unpaid order of an approval, and opens the request for the caller's decision. The order is locked before the request, as in
 * payment. A club year has no order yet; money for a replaced approval is returned.
 */
async function cancelApproval(ctx: Context, request: queries.RequestRow): Promise<void> {
  const { decidedBy, orderId } = request;
  if (findClubLine(request) !== null || decidedBy === null || orderId === null) return;
  await cancelOrder(ctx, { affiliateId: decidedBy, orderId }, { reopensRequest: true });
}

/**
 * Returns the existing order to a guardian who comes back to their approval, or null if the price of a club year
 * changed.
 */
async function resumePayment(ctx: Context, request: queries.RequestRow): Promise<ApprovalResult | null> {
  const { requestId, orderId, state, decidedAt } = request;
  const club = findClubLine(request);
  if (state === 'paid') return { orderId, payUrl: null };
  if (club === null) {
    const { affiliateId } = ctx.user;
    const order = orderId === null ? undefined : await findOrder.first(ctx.db, { affiliateId, orderId });
    if (order === undefined || order.state === 'cancelled') throw fail('shop.request_over');
    return { orderId, payUrl: order.state === 'open' ? await openOrderPayment(ctx, order) : null };
  }
  const payment = orderId === null ? undefined : await findPayment.first(ctx.db, { paymentId: orderId });
  const { basket } = await priceRequest(ctx, request, ctx.user.affiliateId);
  const isSamePrice = payment?.amountMinor === basket.totalMinor && payment.currency === basket.currency;
  if (!isSamePrice || decidedAt === null) return null;
  const { paymentId, url } = await openYearPayment(ctx, toYearPayment(ctx, request, club.clubKind, decidedAt));
  // The payment is locked before the request, as in settlement; another guardian may have decided in between.
  await queries.lockRequest(ctx.db, { requestId });
  const { orderId: currentId } = await requireGuardian(ctx, requestId);
  if (paymentId !== currentId) throw fail('shop.request_over');
  return { orderId: null, payUrl: url };
}

/** Each approval has its own payment, so the key includes the decision time. */
const toYearPayment = (
  { user }: Context,
  { requestId, affiliateId: memberId }: queries.RequestRow,
  kind: Parameters<typeof openYearPayment>[1]['kind'],
  decidedAt: Date,
) => ({
  payerId: user.affiliateId,
  memberId,
  key: createUuidFromText(`request ${requestId} ${user.affiliateId} ${decidedAt.getTime()}`),
  kind,
  isRenewing: false,
  returnPath: requestPath(requestId),
  requestId,
});

/** Orders for the child at the guardian's current price. Requires a locked request. */
async function approveRequest(
  ctx: Context,
  request: queries.RequestRow,
  { seenTotalMinor, address }: ApproveBody,
): Promise<ApprovalResult> {
  const { db, user, now } = ctx;
  const { requestId, affiliateId: childId } = request;
  const read = await priceRequest(ctx, request, user.affiliateId);
  assertCanPay(read.shopper);
  assertAddressTexts(ctx, read.shopper, address);
  const method = read.basket.totalMinor === 0 ? 'free' : 'card';
  const key = createUuidFromText(`request ${requestId} ${user.affiliateId} ${now.getTime()}`);
  const orderRequest = { key, basketVersion: 0, seenTotalMinor, method, address } as const;
  assertCanOrder(read, orderRequest);
  const approval = { requestId, state: 'approved', decidedBy: user.affiliateId, now } as const;
  const club = findClubLine(request);
  if (club !== null) {
    const { paymentId, url } = await openYearPayment(ctx, toYearPayment(ctx, request, club.clubKind, now));
    await queries.updateDecision(db, { ...approval, orderId: paymentId });
    await recordDecisionAudit(ctx, request, 'shop.payment_approved');
    return { orderId: null, payUrl: url };
  }
  const order = await createOrder(ctx, read, orderRequest, childId);
  const { orderId } = order;
  await queries.updateDecision(db, { ...approval, orderId });
  await recordDecisionAudit(ctx, request, 'shop.payment_approved');
  if (method === 'card') return { orderId, payUrl: await openOrderPayment(ctx, order) };
  if (!(await payOrder(ctx, { affiliateId: user.affiliateId, orderId }, 'free')))
    throw new Error(`payment of order ${orderId} failed`);
  return { orderId, payUrl: null };
}

async function recordDecisionAudit(
  { db, user, correlationId }: Context,
  { requestId, affiliateId }: queries.RequestRow,
  action: 'shop.payment_approved' | 'shop.payment_declined',
): Promise<void> {
  await appendAudit(db, {
    actor: user.affiliateId,
    action,
    subject: `person:${affiliateId}`,
    data: { requestId },
    correlationId,
  });
}
