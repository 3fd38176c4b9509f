import { loadBrand } from '#platform/server/config/brand.ts';
import type { Context } from '#platform/server/http/context.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { assertCanPay, openPayment, quoteDigital, readBilling } from '#features/payments/server/public.ts';
import type { Quote } from '#features/payments/shared/quote.ts';
import { fail, type OfferKind } from '#features/club/shared/contract.ts';
import { clubPrices } from '#features/club/shared/membership-rules.ts';
import { clubPurposeName, type ClubReference, hasPendingCharge } from './payment-purpose.ts';
import { findLanguage } from './queries.ts';
import { readClubState } from './club-state.ts';

interface YearRequest {
  /** The payer, whose country and currency apply. */
  payerId: number;
  memberId: number;
  key: string;
  kind: OfferKind;
  isRenewing: boolean;
  /** The page the payer returns to. */
  returnPath?: string;
  requestId?: string;
}

type PaymentContext = Pick<Context, 'db' | 'now' | 'services'>;

/** Opens the payment of a membership year at the current price. Throws for a minor or without a country. */
export async function openYearPayment(
  ctx: PaymentContext,
  { payerId, memberId, key, kind, isRenewing, returnPath = '/club', requestId }: YearRequest,
): Promise<{ paymentId: string; url: string | null; quote: Quote }> {
  const { db, now, services } = ctx;
  const { membershipStatus } = await readClubState(db, memberId, now);
  if (!membershipStatus.offers.includes(kind) || (await hasPendingCharge(db, memberId)))
    throw fail('club.not_allowed', { path: 'kind' });
  const billing = await readBilling(ctx, payerId);
  assertCanPay(billing);
  const quote = quoteDigital(ctx, billing, clubPrices[kind]);
  const { club } = loadBrand(services.env.BRAND_FILE);
  const locale = pickLocale([(await findLanguage.first(db, { affiliateId: payerId }))?.language]);
  const reference: ClubReference = {
    kind,
    isRenewing,
    ...(memberId !== payerId && { memberId }),
    ...(requestId !== undefined && { requestId }),
    quote,
  };
  const opened = await openPayment(ctx, {
    affiliateId: payerId,
    key,
    purpose: clubPurposeName,
    reference,
    amountMinor: quote.totalMinor,
    currency: quote.currency,
    description: services.messages.format(locale, 'club.payment.description', { club, kind }),
    isCardKept: isRenewing,
    returnPath,
  });
  return { ...opened, quote };
}
