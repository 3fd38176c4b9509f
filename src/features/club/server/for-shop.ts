import type { Context } from '../../../platform/server/context.ts';
import { clubCurrency, prices } from '../shared/rules.ts';
import { readState } from './state.ts';

/** What the shop shows of the club. */
export interface ClubFacts {
  /** What the year costs that somebody could begin now; null where none can be. */
  offer: { minor: number; currency: string } | null;
  isMember: boolean;
  /** Both of the membership year that runs, while they are unused. */
  discountCode: string | null;
  hasFreeECard: boolean;
}

export async function readClubFacts({ db, now }: Pick<Context, 'db' | 'now'>, affiliateId: number): Promise<ClubFacts> {
  const { status, year, offers } = (await readState(db, affiliateId, now)).standing;
  const kind = offers.find((offered) => offered !== 'trial');
  return {
    offer: kind === undefined ? null : { minor: prices[kind], currency: clubCurrency },
    isMember: status === 'active' || status === 'past_due',
    discountCode: year === null || year.discountOn !== null ? null : year.discountCode,
    hasFreeECard: year !== null && year.eCardLicenseID === null,
  };
}
