import type { Locale } from '#platform/shared/locale.ts';
import { fail } from '#platform/shared/errors.ts';
import { isErased } from '#features/account/server/public.ts';
import { failPayment } from '#features/payments/shared/contract.ts';
import type { Gateway } from './gateway/gateway.ts';
import { callGateway, getGateway } from './gateway/get-gateway.ts';
import { type OperationContext, isStillAvailable, type PaymentPurposes } from './payment-purpose.ts';
import { settlePayment } from './settle-payment.ts';
import * as queries from './queries.ts';

interface Visitor {
  /** Whether the payment is the visitor's own. */
  isOwn: boolean;
  locale: Locale;
  /**
   * The link's token. People who pay for someone else return to the link, because other pages need the owner's session.
   */
  token?: string;
}
export interface OpenedPage {
  paymentId: string;
  pageId: string;
  url: string;
}

/**
 * Returns the payment service's open page for this payment, or opens a new one. Only one page is ever shown, because
 * two could both be paid; a page requested by a process that died was never shown.
 */
export async function openPaymentPage(
  ctx: OperationContext,
  purposes: PaymentPurposes,
  payment: queries.Payment,
  visitor: Visitor,
  gatewayOverride?: Gateway,
): Promise<OpenedPage> {
  const { services, now } = ctx;
  const { db } = services.database;
  const { paymentId, affiliateId, amountMinor, currency, description, isCardKept, returnPath } = payment;
  const gateway = gatewayOverride ?? (await getGateway(services));
  if (gateway?.name !== payment.gateway) throw fail('not_found');
  if (await isErased(db, affiliateId)) throw failPayment('payments.none');
  const current = payment.pageId === null ? payment : await settlePayment(ctx, purposes, paymentId, gateway);
  const opened = getOpenPage(current, now);
  if (!(await isStillAvailable(purposes, db, payment))) throw failPayment('payments.none');
  if (opened !== null) return opened;
  const claim = await queries.claimPage.first(db, { paymentId });
  const back = (outcome: 'paid' | 'left') => {
    const isReturned = visitor.isOwn || visitor.token === undefined;
    const url = new URL(isReturned ? returnPath : `/pay/${visitor.token}`, services.env.BASE_URL);
    url.searchParams.set('payment', outcome);
    url.searchParams.set('paymentId', paymentId);
    return url.href;
  };
  if (claim !== undefined) {
    const page = await callGateway(async () =>
      gateway.openPage({
        key: `${paymentId}:${claim.pagesOpened}`,
        paymentId,
        amountMinor,
        currency,
        description,
        isCardKept,
        // Anyone with the link may pay, but only the owner's email is prefilled for the owner.
        email: visitor.isOwn ? ((await queries.findEmail.first(db, { affiliateId }))?.email ?? null) : null,
        locale: visitor.locale,
        returnUrl: back('paid'),
        leaveUrl: back('left'),
        expiresAt: current?.expiresAt ?? payment.expiresAt,
      }),
    );
    const saved = await queries.savePage.first(db, { paymentId, ...page, now });
    if (saved !== undefined) return { paymentId, ...page };
  }
  // Another request opened the page first.
  const existing = getOpenPage(await queries.findPayment.first(db, { paymentId }), now);
  if (existing === null) throw failPayment('payments.gateway_down', { retryAfterS: 1 });
  return existing;
}

/** Returns null if no page is open yet. */
function getOpenPage(payment: queries.Payment | undefined, now: Date): OpenedPage | null {
  if (payment?.state === 'paid' || payment?.state === 'returned') throw failPayment('payments.settled');
  if (payment?.state !== 'open' || payment.expiresAt <= now) throw failPayment('payments.none');
  const { paymentId, pageId, pageUrl } = payment;
  return pageId === null || pageUrl === null ? null : { paymentId, pageId, url: pageUrl };
}
