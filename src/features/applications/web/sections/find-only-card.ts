import type { ShownCard } from '#features/applications/shared/application.ts';

/** A single fitting card is picked automatically, unless it is an outside card, which fits every place. */
export function findOnlyCard(cards: readonly ShownCard[]): ShownCard | undefined {
  const [first, ...others] = cards;
  return others.length === 0 && first?.licenseID !== null ? first : undefined;
}
