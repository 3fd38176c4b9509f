import type { IntlShape } from 'react-intl';
import type { RequirementResult } from '#features/applications/shared/requirements.ts';
import { formatRequirement } from '#features/applications/shared/labels.ts';

/** Fields besides the level's requirements, named as in the contract. */
const extraFields = ['instructor', 'store', 'teaching_address', 'statement', 'signature'];

/** The fields that can be returned for changes, open ones first. */
export function listReturnFields(requirements: readonly RequirementResult[]): string[] {
  const open = requirements.filter(({ isMet }) => !isMet);
  const met = requirements.filter(({ isMet }) => isMet);
  return [...[...open, ...met].map(({ id }) => id), ...extraFields];
}

/** The findings of the checks as text, by field. */
export function suggestReasons(
  intl: IntlShape,
  requirements: readonly RequirementResult[],
): ReadonlyMap<string, string> {
  return new Map(
    requirements
      .filter(({ isMet }) => !isMet)
      .map((requirement) => [requirement.id, `${formatRequirement(intl, requirement)}.`]),
  );
}
