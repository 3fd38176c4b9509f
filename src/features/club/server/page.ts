import type { Services } from '../../../platform/server/context.ts';
import type { Messages } from '../../../platform/server/messages.ts';
import { type Locale, pickLocale } from '../../../platform/shared/locale.ts';
import { findLevel } from '../../certifications/shared/levels.ts';
import { type Billing, quoteDigital } from '../../payments/server/public.ts';
import type { Quote } from '../../payments/shared/quote.ts';
import type { ClubPage, Price } from '../shared/contract.ts';
import { eCardRefusal, endOf, prices } from '../shared/rules.ts';
import type { PeriodRow } from './sql.ts';
import type { ClubState } from './state.ts';

/** What somebody sees of the club. */
export function describeClub(
  services: Pick<Services, 'messages' | 'env'>,
  { row, membership, standing }: ClubState,
  billing: Billing,
): ClubPage {
  const { messages } = services;
  const priceOf = (usdMinor: number) => asPrice(quoteDigital({ services }, billing, usdMinor));
  const locale = pickLocale([row.language]);
  const { status, endsOn, offers, renewal, year } = standing;
  return {
    status,
    endsOn,
    isRenewing: membership.isRenewing,
    paymentHint: row.hint,
    offers: offers.map((kind) => ({ kind, price: priceOf(prices[kind]) })),
    renewal: renewal && { on: renewal.on, price: priceOf(prices[renewal.kind]) },
    country: billing.country,
    isMinor: billing.isMinor,
    needsBirthdate: billing.needsBirthdate,
    ecard: year && describeECard(messages, locale, year),
    discount: year && describeDiscount(year),
    choices: row.certifications.flatMap(({ licenseID, levelID, hasECard }) => {
      const levelName = levelNameOf(messages, locale, levelID);
      if (levelName === null) return [];
      const refusal = eCardRefusal(findLevel(levelID), { eCard: hasECard, approvedPhoto: hasApprovedPhoto(row) });
      return [{ licenseID, levelID, levelName, refusal }];
    }),
    photo: hasApprovedPhoto(row) ? 'approved' : (row.photos[0] ?? 'none'),
    history: row.periods.toReversed().map((period) => ({
      kind: period.kind,
      startsOn: period.startsOn,
      endsOn: endOf(period),
      price: money(period.priceMinor, period.currency),
      saved: money((period.discountSavedMinor ?? 0) + (period.eCardSavedMinor ?? 0), period.currency),
    })),
    version: row.version ?? 0,
  };
}

/** A newer one that waits, or was refused, takes nothing from the one that was approved. */
export function hasApprovedPhoto({ photos }: ClubState['row']): boolean {
  return photos.includes('approved');
}

/** Null for a level that is no longer known. */
export function levelNameOf(messages: Messages, locale: Locale, levelID: number): string | null {
  const level = findLevel(levelID);
  return level === undefined ? null : messages.format(locale, `certifications.level.${level.name}`);
}

function describeECard(messages: Messages, locale: Locale, year: PeriodRow): ClubPage['ecard'] {
  const { eCardLicenseID, eCardLevelID, eCardOn, eCardSavedMinor, currency } = year;
  return {
    isRedeemed: eCardLicenseID !== null,
    licenseID: eCardLicenseID,
    levelID: eCardLevelID,
    levelName: eCardLevelID === null ? null : levelNameOf(messages, locale, eCardLevelID),
    on: eCardOn,
    saved: eCardSavedMinor === null ? null : money(eCardSavedMinor, currency),
  };
}

function describeDiscount(year: PeriodRow): ClubPage['discount'] {
  const { discountCode: code, discountOn, discountUsedFor, discountSavedMinor, currency } = year;
  if (code === null) return null;
  const saved = discountSavedMinor === null ? null : money(discountSavedMinor, currency);
  return { code, isUsed: discountOn !== null, on: discountOn, usedFor: discountUsedFor, saved };
}

function money(minor: number, currency: string) {
  return { minor, currency };
}

function asPrice({ unitMinor: minor, currency, taxMinor, isTaxIncluded, totalMinor }: Quote): Price {
  return { minor, currency, taxMinor, isTaxIncluded, totalMinor };
}
