import type { IntlShape } from 'react-intl';
import type { RequirementResult } from '#features/applications/shared/requirements.ts';
import { formatRequirement } from '#features/applications/shared/labels.ts';

/** Beside the requirements of the level, as the contract names them. */
const extraFields = ['instructor', 'store', 'teaching_address', 'statement', 'signature'];

/** What somebody can be asked to mend: what is open first. */
export function listReturnFields(requirements: readonly RequirementResult[]): string[] {
  const open = requirements.filter(({ isMet }) => !isMet);
  const met = requirements.filter(({ isMet }) => isMet);
  return [...[...open, ...met].map(({ id }) => id), ...extraFields];
}

/** By field: what the checks have found already, in words. */
export function suggestReasons(
  intl: IntlShape,
  requirements: readonly RequirementResult[],
): ReadonlyMap<string, string> {
  return new Map(
    requirements.filter(({ isMet }) => !isMet).map((judged) => [judged.id, `${formatRequirement(intl, judged)}.`]),
  );
}
