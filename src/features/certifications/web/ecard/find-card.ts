import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { rankCards } from '#features/certifications/shared/sorting.ts';

/** Finds the card by number, otherwise by level; without both, the highest valid one. */
export function findRequestedCard(
  cards: readonly CardInfo[],
  licenseID: string | undefined,
  levelID: string | undefined,
): CardInfo | undefined {
  if (licenseID === undefined) {
    const withCard = rankCards(cards.filter(({ hasECard }) => hasECard));
    return withCard.find(({ isRevoked }) => !isRevoked) ?? withCard[0] ?? rankCards(cards)[0];
  }
  return cards.find((card) => String(card.licenseID) === licenseID) ?? findCardByLevel(cards, Number(levelID));
}

/** Prefers the valid card, because a level that was revoked and issued again has both. */
export function findCardByLevel(cards: readonly CardInfo[], levelID: number): CardInfo | undefined {
  const ofLevel = cards.filter((card) => card.levelID === levelID);
  return ofLevel.find(({ isRevoked }) => !isRevoked) ?? ofLevel[0];
}
