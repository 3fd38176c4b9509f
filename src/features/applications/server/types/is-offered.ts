import { ageOn } from '#domain/age.ts';
import { findLevel } from '#domain/certification-levels.ts';
import type { ApplicationKind } from '#features/applications/shared/requirements.ts';
import {
  listCardRequirements,
  type CardRequirement,
  fitsRequirement,
  type OwnCard,
} from '#features/applications/server/requirements/own-cards.ts';
import { listApplicationTypes } from '#features/applications/server/application-types.ts';

/** Applicants of unknown age are asked for their birthdate before they submit. */
export function isTooYoung({ requirements }: ApplicationKind, birthdate: string | null, today: string): boolean {
  const years = requirements.find((requirement) => requirement.kind === 'age')?.years ?? 0;
  return birthdate !== null && ageOn(birthdate, today) < years;
}

/**
 * Whether a level is the next one for the holder of these cards. The professional level below must already be held;
 * missing diver cards can still be added while the application is open.
 */
export function isOffered(type: ApplicationKind, cards: readonly OwnCard[]): boolean {
  const before = listCardRequirements(type).filter(requiresProfessional);
  return (
    !isLevelReached(type, cards) &&
    before.every((requirement) => cards.some((card) => fitsRequirement(requirement, card)))
  );
}

function requiresProfessional({ levels }: CardRequirement): boolean {
  return levels.every((levelID) => findLevel(levelID)?.kind === 'professional');
}

/** Holding a higher level implies the lower ones, even without their cards. */
function isLevelReached({ levelID }: ApplicationKind, cards: readonly OwnCard[]): boolean {
  if (cards.some((card) => card.levelID === levelID)) return true;
  const next = listApplicationTypes().filter((type) =>
    listCardRequirements(type).some(({ levels }) => levels.includes(levelID)),
  );
  return next.some((type) => isLevelReached(type, cards));
}
