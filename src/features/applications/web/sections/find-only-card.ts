import type { ShownCard } from '#features/applications/shared/application.ts';

/**
 * Where there is one card that fits, nobody has to say which. What a card from elsewhere stands for only its owner knows:
 * it would fit every place.
 */
export function findOnlyCard(cards: readonly ShownCard[]): ShownCard | undefined {
  const [first, ...others] = cards;
  return others.length === 0 && first?.licenseID !== null ? first : undefined;
}
