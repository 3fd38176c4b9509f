import type { Context } from '#platform/server/http/context.ts';
import { quoteDigital, readBilling } from '#features/payments/server/public.ts';
import type { OfferKind } from '#features/club/shared/contract.ts';
import { clubPrices } from '#features/club/shared/membership-rules.ts';
import { readClubState } from './club-state.ts';

/** The club data shown in the shop. */
export interface ClubSummary {
  /** The price of the year the person could start now, in their currency; null when there is none. */
  offer: { minor: number; currency: string } | null;
  isMember: boolean;
  /** The unused benefits of the current membership year. */
  discountCode: string | null;
  hasFreeECard: boolean;
}

export async function listClubOffers(
  { db, now }: Pick<Context, 'db' | 'now'>,
  affiliateId: number,
): Promise<readonly OfferKind[]> {
  return (await readClubState(db, affiliateId, now)).membershipStatus.offers;
}

export async function readClubSummary(
  ctx: Pick<Context, 'db' | 'now' | 'services'>,
  affiliateId: number,
): Promise<ClubSummary> {
  const [state, billing] = await Promise.all([
    readClubState(ctx.db, affiliateId, ctx.now),
    readBilling(ctx, affiliateId),
  ]);
  const { status, year, offers } = state.membershipStatus;
  const kind = offers.find((offered) => offered !== 'trial');
  const quote = kind === undefined ? null : quoteDigital(ctx, billing, clubPrices[kind]);
  return {
    offer: quote && { minor: quote.unitMinor, currency: quote.currency },
    isMember: status === 'active' || status === 'past_due',
    discountCode: year === null || year.discountOn !== null ? null : year.discountCode,
    hasFreeECard: year !== null && year.eCardLicenseID === null,
  };
}
