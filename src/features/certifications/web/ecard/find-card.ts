import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { rankCards } from '#features/certifications/shared/sorting.ts';

/** The card of an address: by its number, else by its level; without both the highest that counts. */
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

/** The one that counts: of a level that was revoked and given anew, both are among the cards. */
export function findCardByLevel(cards: readonly CardInfo[], levelID: number): CardInfo | undefined {
  const ofLevel = cards.filter((card) => card.levelID === levelID);
  return ofLevel.find(({ isRevoked }) => !isRevoked) ?? ofLevel[0];
}
