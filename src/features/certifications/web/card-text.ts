import type { IntlShape } from 'react-intl';
import { type DayFormat, formatDay } from '#platform/shared/format-day.ts';
import { toTrainingFeet } from '#domain/training-lengths.ts';
import { boot } from '#platform/web/session/boot.ts';
import type { ECardHead, ECardLook } from '#ui/dive/ecard.tsx';
import { fromCardDate } from '#features/certifications/shared/card-date.ts';
import { getCardTone } from '#features/certifications/shared/card-tone.ts';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { buildContours } from '#features/certifications/shared/contours.ts';
import { findLevel, type Level } from '#domain/certification-levels.ts';
import { youngDiverLimits } from '#domain/young-divers.ts';

const artCache = new Map<number, readonly string[]>();

/** Each level has its own contours, which are generated once. */
export function drawCardArt(levelID: number): readonly string[] {
  const art = artCache.get(levelID) ?? buildContours(levelID);
  artCache.set(levelID, art);
  return art;
}

/** The text and color of a card's head. */
export function getCardHead(
  intl: IntlShape,
  card: Pick<CardInfo, 'levelID' | 'levelName' | 'isRevoked'>,
): ECardHead & ECardLook {
  const level = findLevel(card.levelID);
  const { logo, shortName, tagline } = boot.brand;
  return {
    mark: logo,
    issuer: tagline === '' ? [shortName] : [shortName, tagline],
    limit: level === undefined ? [] : describeLimit(intl, level),
    level: card.levelName,
    tone: getCardTone(level ?? { name: '', maxDepthM: null }),
    drawArt: () => drawCardArt(card.levelID),
    ...(card.isRevoked && { stamp: intl.formatMessage({ id: 'certifications.card.revoked' }) }),
  };
}

/** The depth limits of a junior card, which grow with its holder. */
export function listAgeLimits(intl: IntlShape) {
  return youngDiverLimits.map(({ fromAge: from, toAge: to, depthM: metres, company }) => ({
    text: intl.formatMessage(
      { id: 'certifications.card.limit_ages' },
      { from, to, metres, feet: toTrainingFeet(metres) },
    ),
    company,
  }));
}

/** The depth limit in both units, because cards are read worldwide; otherwise the kind of card. */
function describeLimit(intl: IntlShape, { name, kind, maxDepthM }: Level): string[] {
  if (name === 'enriched_air') return [intl.formatMessage({ id: 'certifications.card.mixes' })];
  if (kind === 'professional') return [intl.formatMessage({ id: 'certifications.card.professional' })];
  if (maxDepthM === null) return [intl.formatMessage({ id: 'certifications.card.specialty' })];
  if (name === 'junior_open_water') return listAgeLimits(intl).map(({ text }) => text);
  return [
    intl.formatMessage({ id: 'certifications.card.limit' }, { depth: maxDepthM }),
    intl.formatMessage({ id: 'certifications.card.limit_feet' }, { depth: toTrainingFeet(maxDepthM) }),
  ];
}

/** Formats DD-MMM-YYYY for the reader's locale. */
export function formatCardDate(intl: IntlShape, cardDate: string, format: DayFormat = 'long'): string {
  const isoDay = fromCardDate(cardDate);
  return isoDay === null ? cardDate : formatDay(intl, isoDay, format);
}
