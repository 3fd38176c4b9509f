import type { CardInfo } from '../shared/contract.ts';
import { rankCards } from '../shared/sorting.ts';

/** The card of an address: by its number, else by its level; without both the highest that counts. */
export function findAsked(
  cards: readonly CardInfo[],
  licenseID: string | undefined,
  levelID: string | undefined,
): CardInfo | undefined {
  if (licenseID === undefined) {
    const withCard = rankCards(cards.filter(({ hasECard }) => hasECard));
    return withCard.find(({ isRevoked }) => !isRevoked) ?? withCard[0] ?? rankCards(cards)[0];
  }
  return cards.find((card) => String(card.licenseID) === licenseID) ?? findOfLevel(cards, Number(levelID));
}

/** The one that counts: of a level that was revoked and given anew, both are among the cards. */
export function findOfLevel(cards: readonly CardInfo[], levelID: number): CardInfo | undefined {
  const ofLevel = cards.filter((card) => card.levelID === levelID);
  return ofLevel.find(({ isRevoked }) => !isRevoked) ?? ofLevel[0];
}
