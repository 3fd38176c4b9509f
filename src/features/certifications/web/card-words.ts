import type { IntlShape } from 'react-intl';
import { taughtFeet } from '../../../platform/shared/taught-lengths.ts';
import { boot } from '../../../platform/web/boot.ts';
import type { ECardHead, ECardLook } from '../../../ui/ecard.tsx';
import { fromCardDate } from '../shared/card-date.ts';
import { toneOf } from '../shared/card-look.ts';
import type { CardInfo } from '../shared/contract.ts';
import { contoursFor } from '../shared/contours.ts';
import { findLevel, type Level } from '../shared/levels.ts';

const arts = new Map<number, readonly string[]>();

/** Each level has its own sea floor, which is drawn once. */
export function artOf(levelID: number): readonly string[] {
  const art = arts.get(levelID) ?? contoursFor(levelID);
  arts.set(levelID, art);
  return art;
}

/** What the head of a card says, and its ground. */
export function headOf(
  intl: IntlShape,
  card: Pick<CardInfo, 'levelID' | 'levelName' | 'isRevoked'>,
): ECardHead & ECardLook {
  const level = findLevel(card.levelID);
  const { logo, shortName, tagline } = boot.brand;
  return {
    mark: logo,
    issuer: tagline === '' ? [shortName] : [shortName, tagline],
    limit: level === undefined ? [] : limitOf(intl, level),
    level: card.levelName,
    tone: toneOf(level ?? { name: '', maxDepthM: null }),
    art: artOf(card.levelID),
    ...(card.isRevoked && { stamp: intl.formatMessage({ id: 'certifications.card.revoked' }) }),
  };
}

/** How deep, in both units, because it is read everywhere; else what kind of card it is. */
function limitOf(intl: IntlShape, { name, kind, maxDepthM }: Level): string[] {
  if (name === 'enriched_air') return [intl.formatMessage({ id: 'certifications.card.mixes' })];
  if (kind === 'professional') return [intl.formatMessage({ id: 'certifications.card.professional' })];
  if (maxDepthM === null) return [intl.formatMessage({ id: 'certifications.card.specialty' })];
  return [
    intl.formatMessage({ id: 'certifications.card.limit' }, { depth: maxDepthM }),
    intl.formatMessage({ id: 'certifications.card.limit_feet' }, { depth: taughtFeet(maxDepthM) }),
  ];
}

const lengths = {
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
} as const;

export function dayText(intl: IntlShape, isoDay: string, length: keyof typeof lengths = 'long'): string {
  return intl.formatDate(`${isoDay.slice(0, 10)}T00:00:00Z`, { ...lengths[length], timeZone: 'UTC' });
}

/** DD-MMM-YYYY as the reader writes it. */
export function cardDateText(intl: IntlShape, cardDate: string, length: keyof typeof lengths = 'long'): string {
  const isoDay = fromCardDate(cardDate);
  return isoDay === null ? cardDate : dayText(intl, isoDay, length);
}
