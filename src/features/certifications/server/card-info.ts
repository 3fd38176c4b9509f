import type { Services } from '#platform/server/http/context.ts';
import { isLocale, type Locale, pickLocale } from '#platform/shared/locale.ts';
import { toCardDate } from '#features/certifications/shared/card-date.ts';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { findLevel, type Level } from '#domain/certification-levels.ts';
import type { CertificationRow } from './queries.ts';

export function formatLevelName(messages: Services['messages'], locale: Locale, level: Level): string {
  return messages.format(locale, `certifications.level.${level.name}`);
}

/** The language of a response: the requested one, or the person's own. */
export function pickCulture(requested: Locale | undefined, language: string): Locale {
  return requested ?? (isLocale(language) ? language : pickLocale([language]));
}

/** Null for a level that no longer exists and so has no name. */
export function toCardInfo(messages: Services['messages'], locale: Locale, row: CertificationRow): CardInfo | null {
  const level = findLevel(row.levelID);
  if (level === undefined) return null;
  const { eCardStockID, group, maxDepthM, iso, popularity, priceMinor } = level;
  return {
    licenseID: row.licenseID,
    levelID: row.levelID,
    eCardStockID,
    certDate: toCardDate(row.certDate),
    levelName: formatLevelName(messages, locale, level),
    cardGroupCode: group,
    hasECard: row.hasECard,
    isRevoked: row.isRevoked,
    maxDepthM,
    iso,
    popularity,
    priceMinor,
  };
}
