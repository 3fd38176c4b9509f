import { appendAudit } from '../../../../platform/server/audit.ts';
import type { Handlers } from '../../../../platform/server/calls.ts';
import type { Context } from '../../../../platform/server/context.ts';
import { uuidOf } from '../../../../platform/server/uuid.ts';
import { openYearPayment } from '../../../club/server/public.ts';
import { assertCanPay } from '../../../payments/server/public.ts';
import { fail } from '../../shared/contract.ts';
import type { requestCalls } from '../../shared/request-contract.ts';
import { demandSeen } from '../checkout.ts';
import { findMade } from '../checkout-sql.ts';
import { makeOrder, openPage } from '../make-order.ts';
import { findBuyer } from '../orders-sql.ts';
import { payOrder } from '../pay-order.ts';
import { notifyDeclined, requestPath } from './notifications.ts';
import * as sql from './queries.ts';
import { clubLineOf, current, priceRequest, requireRequest, roleIn, viewRequest } from './view-request.ts';

type Keys = Exclude<keyof Handlers<typeof requestCalls>, 'POST payment-requests' | 'POST payment-requests/club'>;
type Body = Parameters<Handlers<typeof requestCalls>['POST payment-requests/{requestId}/approve']>[1]['body'];
type Approved = { orderId: string | null; payUrl: string | null };

export const decideHandlers: Pick<Handlers<typeof requestCalls>, Keys> = {
  async 'GET payment-requests'(ctx) {
    const views = (await sql.listRequests(ctx.db, ctx.user.affiliateId)).map(async (row) => {
      const role = roleIn(row, ctx.user.affiliateId, ctx.now);
      return role === null ? [] : [await viewRequest(ctx, current(row, ctx.now), role)];
    });
    return (await Promise.all(views)).flat();
  },

  async 'GET payment-requests/{requestId}'(ctx, { params }) {
    const { request, role } = await requireRequest(ctx, params.requestId);
    return viewRequest(ctx, request, role);
  },

  async 'POST payment-requests/{requestId}/approve'(ctx, { params: { requestId }, body }) {
    const seen = await requireGuardian(ctx, requestId);
    // The payment of one's own approval is locked by what follows, before anything of the request is.
    if (isOwnApproval(ctx, seen)) return payAgain(ctx, seen);
    await sql.lockRequest(ctx.db, requestId);
    const request = await requireGuardian(ctx, requestId);
    if (request.state !== 'open') throw fail('shop.request_over');
    return approve(ctx, request, body);
  },

  async 'POST payment-requests/{requestId}/decline'(ctx, { params: { requestId } }) {
    const { db, user, now } = ctx;
    await requireGuardian(ctx, requestId);
    await sql.lockRequest(db, requestId);
    const request = await requireGuardian(ctx, requestId);
    if (request.state === 'declined') return viewRequest(ctx, request, 'guardian');
    if (request.state !== 'open') throw fail('shop.request_over');
    await sql.decideRequest(db, requestId, 'declined', user.affiliateId, null, now);
    const [guardian] = await findBuyer(db, user.affiliateId);
    await notifyDeclined(ctx, request, guardian?.name ?? '');
    await record(ctx, request, 'shop.payment_declined');
    return viewRequest(ctx, await requireGuardian(ctx, requestId), 'guardian');
  },

  async 'POST payment-requests/{requestId}/withdraw'(ctx, { params: { requestId } }) {
    const { role } = await requireRequest(ctx, requestId);
    if (role !== 'minor') throw fail('shop.no_request');
    await sql.lockRequest(ctx.db, requestId);
    const { request } = await requireRequest(ctx, requestId);
    if (request.state !== 'open' && request.state !== 'withdrawn') throw fail('shop.request_over');
    if (request.state === 'open') await sql.decideRequest(ctx.db, requestId, 'withdrawn', null, null, ctx.now);
    const { request: after } = await requireRequest(ctx, requestId);
    return viewRequest(ctx, after, 'minor');
  },
};

async function requireGuardian(ctx: Context, requestId: string): Promise<sql.RequestRow> {
  const { request, role } = await requireRequest(ctx, requestId);
  if (role !== 'guardian') throw fail('shop.no_request');
  return request;
}

const isOwnApproval = ({ user }: Context, { state, decidedBy }: sql.RequestRow) =>
  (state === 'approved' || state === 'paid') && decidedBy === user.affiliateId;

/** Came back to the same request: the same order. */
async function payAgain(ctx: Context, request: sql.RequestRow): Promise<Approved> {
  const { requestId, orderId, state, affiliateId: memberId } = request;
  const club = clubLineOf(request);
  if (state === 'paid') return { orderId, payUrl: null };
  if (club !== null) {
    const { url } = await openYearPayment(ctx, clubYearOf(ctx, requestId, memberId, club.clubKind));
    return { orderId: null, payUrl: url };
  }
  const [order] = orderId === null ? [] : await findMade(ctx.db, ctx.user.affiliateId, orderId);
  if (order === undefined || order.state === 'cancelled') throw fail('shop.request_over');
  return { orderId, payUrl: order.state === 'open' ? await openPage(ctx, order) : null };
}

const clubYearOf = (
  { user }: Context,
  requestId: string,
  memberId: number,
  kind: Parameters<typeof openYearPayment>[1]['kind'],
) => ({
  payerId: user.affiliateId,
  memberId,
  key: uuidOf(`request ${requestId} ${user.affiliateId}`),
  kind,
  isRenewing: false,
  returnPath: requestPath(requestId),
  requestId,
});

/** The guardian buys, the child receives, at today's price as the guardian saw it. The request is locked. */
async function approve(ctx: Context, request: sql.RequestRow, { seenTotalMinor, address }: Body): Promise<Approved> {
  const { db, user, now } = ctx;
  const { requestId, affiliateId: childId } = request;
  const read = await priceRequest(ctx, request, user.affiliateId);
  assertCanPay(read.shopper);
  const method = read.basket.totalMinor === 0 ? 'free' : 'card';
  const key = uuidOf(`request ${requestId} ${user.affiliateId} ${now.getTime()}`);
  const asked = { key, basketVersion: 0, seenTotalMinor, method, address } as const;
  demandSeen(read, asked);
  const club = clubLineOf(request);
  if (club !== null) {
    const { paymentId, url } = await openYearPayment(ctx, clubYearOf(ctx, requestId, childId, club.clubKind));
    await sql.decideRequest(db, requestId, 'approved', user.affiliateId, paymentId, now);
    await record(ctx, request, 'shop.payment_approved');
    return { orderId: null, payUrl: url };
  }
  const order = await makeOrder(ctx, read, asked, childId);
  const { orderId } = order;
  await sql.decideRequest(db, requestId, 'approved', user.affiliateId, orderId, now);
  await record(ctx, request, 'shop.payment_approved');
  if (method === 'card') return { orderId, payUrl: await openPage(ctx, order) };
  if (!(await payOrder(ctx, { affiliateId: user.affiliateId, orderId }, 'free')))
    throw new Error(`order ${orderId} was made and cannot be paid`);
  return { orderId, payUrl: null };
}

async function record(
  { db, user, correlationId }: Context,
  { requestId, affiliateId }: sql.RequestRow,
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
