import { fromCardDate } from './card-date.ts';
import type { CardInfo } from './contract.ts';
import { findLevel } from '#domain/certification-levels.ts';

export const sortOptions = ['name_asc', 'name_desc', 'popular', 'price_asc', 'price_desc'] as const;
export type SortOption = (typeof sortOptions)[number];

type Sorted = Pick<CardInfo, 'licenseID' | 'levelName' | 'popularity' | 'priceMinor'>;

/** Ties are broken by name in the reader's language, then by number. */
export function sortCards<Card extends Sorted>(
  cards: readonly Card[],
  option: SortOption,
  languageTag: string,
): Card[] {
  const collator = new Intl.Collator(languageTag, { numeric: true });
  const byName = (a: Card, b: Card) => collator.compare(a.levelName, b.levelName);
  const orders: Record<SortOption, (a: Card, b: Card) => number> = {
    name_asc: byName,
    name_desc: (a, b) => byName(b, a),
    popular: (a, b) => a.popularity - b.popularity,
    price_asc: (a, b) => a.priceMinor - b.priceMinor,
    price_desc: (a, b) => b.priceMinor - a.priceMinor,
  };
  const order = orders[option];
  return cards.toSorted((a, b) => order(a, b) || byName(a, b) || a.licenseID - b.licenseID);
}

const kinds = ['professional', 'core', 'specialty', 'experience'] as const;
type Ranked = Pick<CardInfo, 'licenseID' | 'levelID' | 'certDate' | 'maxDepthM'>;

/** Ranks professional levels first, then core levels by depth and rank, then specialties, newest first. */
export function rankCards<Card extends Ranked>(cards: readonly Card[]): Card[] {
  const kindOf = ({ levelID }: Card) => findLevel(levelID)?.kind ?? 'experience';
  const place = (card: Card) => kinds.indexOf(kindOf(card));
  const day = ({ certDate }: Card) => fromCardDate(certDate) ?? '';
  const isLadder = (card: Card) => place(card) <= kinds.indexOf('core');
  return cards.toSorted(
    (a, b) =>
      place(a) - place(b) ||
      (isLadder(a) ? (b.maxDepthM ?? 0) - (a.maxDepthM ?? 0) || getRank(b) - getRank(a) : 0) ||
      (day(a) < day(b) ? 1 : day(a) > day(b) ? -1 : 0) ||
      b.licenseID - a.licenseID,
  );
}

/** Core level ids rise with their rank, except the junior card, which ranks below its equal. */
function getRank({ levelID }: Ranked): number {
  return findLevel(levelID)?.group === 'card-group-child' ? 0 : levelID;
}
