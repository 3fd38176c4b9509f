import type { promotionKinds } from './contract.ts';

/** The cards a promotion can show, by their product number in the shop. */
export const promotionCardStock: Readonly<Record<string, number>> = {
  'open-water': 35,
  'junior-open-water': 36,
  adventure: 37,
  advanced: 46,
  rescue: 47,
  'enriched-air': 48,
  deep: 58,
  'peak-buoyancy': 59,
  'dry-suit': 60,
};

interface PromotedCard {
  id: string;
  promotion: (typeof promotionKinds)[number];
}

/** The current promotions. */
const promotedCards: readonly PromotedCard[] = [
  ...['open-water', 'junior-open-water'].map((id) => ({ id, promotion: 'first-card' as const })),
  ...Object.keys(promotionCardStock).map((id) => ({ id, promotion: 'club-free-ecard' as const })),
];

/** Only the club's free eCard is shown, and only for cards that have a product number. */
export function listPromotionCards(
  all: readonly PromotedCard[] = promotedCards,
): (PromotedCard & { stockId: number })[] {
  return all.flatMap((one) => {
    const stockId = promotionCardStock[one.id];
    return one.promotion === 'club-free-ecard' && stockId !== undefined ? [{ ...one, stockId }] : [];
  });
}
