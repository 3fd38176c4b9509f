import { findLevel } from '../../certifications/shared/levels.ts';
import type { ApplicationKind } from '../shared/requirements.ts';
import { cardRequirements, type CardRequirement, fitsPlace, type OwnCard } from './own-cards.ts';
import { listTypes } from './types.ts';

/**
 * Whether a level is the next one for who has these cards. The professional level that it builds on is had before; a
 * diver's card that is missing can still be made, or brought, while the application is open.
 */
export function isOffered(type: ApplicationKind, cards: readonly OwnCard[]): boolean {
  const before = cardRequirements(type).filter(isProfessional);
  return !isReached(type, cards) && before.every((requirement) => cards.some((card) => fitsPlace(requirement, card)));
}

function isProfessional({ levels }: CardRequirement): boolean {
  return levels.every((levelID) => findLevel(levelID)?.kind === 'professional');
}

/** Who has a level has those that it builds on, whether their cards are here or not. */
function isReached({ levelID }: ApplicationKind, cards: readonly OwnCard[]): boolean {
  if (cards.some((card) => card.levelID === levelID)) return true;
  const next = listTypes().filter((type) => cardRequirements(type).some(({ levels }) => levels.includes(levelID)));
  return next.some((type) => isReached(type, cards));
}
