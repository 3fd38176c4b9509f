import type { Context } from '../../../platform/server/context.ts';
import { quoteDigital, readBilling } from '../../payments/server/public.ts';
import type { OfferKind } from '../shared/contract.ts';
import { prices } from '../shared/rules.ts';
import { readState } from './state.ts';

/** What the shop shows of the club. */
export interface ClubFacts {
  /** What the year costs that somebody could begin now, in their currency; null where none can be. */
  offer: { minor: number; currency: string } | null;
  isMember: boolean;
  /** Both of the membership year that runs, while they are unused. */
  discountCode: string | null;
  hasFreeECard: boolean;
}

/** What somebody could begin now. */
export async function offersOf(
  { db, now }: Pick<Context, 'db' | 'now'>,
  affiliateId: number,
): Promise<readonly OfferKind[]> {
  return (await readState(db, affiliateId, now)).standing.offers;
}

export async function readClubFacts(
  asking: Pick<Context, 'db' | 'now' | 'services'>,
  affiliateId: number,
): Promise<ClubFacts> {
  const [state, billing] = await Promise.all([
    readState(asking.db, affiliateId, asking.now),
    readBilling(asking, affiliateId),
  ]);
  const { status, year, offers } = state.standing;
  const kind = offers.find((offered) => offered !== 'trial');
  const quote = kind === undefined ? null : quoteDigital(asking, billing, prices[kind]);
  return {
    offer: quote && { minor: quote.unitMinor, currency: quote.currency },
    isMember: status === 'active' || status === 'past_due',
    discountCode: year === null || year.discountOn !== null ? null : year.discountCode,
    hasFreeECard: year !== null && year.eCardLicenseID === null,
  };
}
