import type { Services } from '#platform/server/http/context.ts';
import type { Messages } from '#platform/server/i18n/messages.ts';
import { type Locale, pickLocale } from '#platform/shared/locale.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { type Billing, quoteDigital } from '#features/payments/server/public.ts';
import type { Quote } from '#features/payments/shared/quote.ts';
import type { ClubPage, Price } from '#features/club/shared/contract.ts';
import { getECardError, getPeriodEnd, clubPrices } from '#features/club/shared/membership-rules.ts';
import type { PeriodRow } from './queries.ts';
import type { ClubState } from './club-state.ts';

export function toClubPage(
  services: Pick<Services, 'messages' | 'env'>,
  { row, membership, membershipStatus }: ClubState,
  billing: Billing,
): ClubPage {
  const { messages } = services;
  const priceOf = (usdMinor: number) => toPrice(quoteDigital({ services }, billing, usdMinor));
  const locale = pickLocale([row.language]);
  const { status, endsOn, offers, renewal, year } = membershipStatus;
  return {
    status,
    endsOn,
    isRenewing: membership.isRenewing,
    paymentHint: row.hint,
    offers: offers.map((kind) => ({ kind, price: priceOf(clubPrices[kind]) })),
    renewal: renewal && { on: renewal.on, price: priceOf(clubPrices[renewal.kind]) },
    country: billing.country,
    isMinor: billing.isMinor,
    needsBirthdate: billing.needsBirthdate,
    ecard: year && toECardBenefit(messages, locale, year),
    discount: year && toDiscountBenefit(year),
    choices: row.certifications.flatMap(({ licenseID, levelID, hasECard }) => {
      const levelName = findLevelName(messages, locale, levelID);
      if (levelName === null) return [];
      const refusal = getECardError(findLevel(levelID), { eCard: hasECard, approvedPhoto: hasApprovedPhoto(row) });
      return [{ licenseID, levelID, levelName, refusal }];
    }),
    photo: hasApprovedPhoto(row) ? 'approved' : (row.photos[0] ?? 'none'),
    history: row.periods.toReversed().map((period) => ({
      kind: period.kind,
      startsOn: period.startsOn,
      endsOn: getPeriodEnd(period),
      price: toMoney(period.priceMinor, period.currency),
      saved: toMoney((period.discountSavedMinor ?? 0) + (period.eCardSavedMinor ?? 0), period.currency),
    })),
    version: row.version ?? 0,
  };
}

/** A newer photo that is pending or rejected does not replace the approved one. */
export function hasApprovedPhoto({ photos }: ClubState['row']): boolean {
  return photos.includes('approved');
}

/** Null for a level that no longer exists. */
export function findLevelName(messages: Messages, locale: Locale, levelID: number): string | null {
  const level = findLevel(levelID);
  return level === undefined ? null : messages.format(locale, `certifications.level.${level.name}`);
}

function toECardBenefit(messages: Messages, locale: Locale, year: PeriodRow): ClubPage['ecard'] {
  const { eCardLicenseID, eCardLevelID, eCardOn, eCardSavedMinor, currency } = year;
  return {
    isRedeemed: eCardLicenseID !== null,
    licenseID: eCardLicenseID,
    levelID: eCardLevelID,
    levelName: eCardLevelID === null ? null : findLevelName(messages, locale, eCardLevelID),
    on: eCardOn,
    saved: eCardSavedMinor === null ? null : toMoney(eCardSavedMinor, currency),
  };
}

function toDiscountBenefit(year: PeriodRow): ClubPage['discount'] {
  const { discountCode: code, discountOn, discountUsedFor, discountSavedMinor, currency } = year;
  if (code === null) return null;
  const saved = discountSavedMinor === null ? null : toMoney(discountSavedMinor, currency);
  return { code, isUsed: discountOn !== null, on: discountOn, usedFor: discountUsedFor, saved };
}

function toMoney(minor: number, currency: string) {
  return { minor, currency };
}

function toPrice({ unitMinor: minor, currency, taxMinor, isTaxIncluded, totalMinor }: Quote): Price {
  return { minor, currency, taxMinor, isTaxIncluded, totalMinor };
}
