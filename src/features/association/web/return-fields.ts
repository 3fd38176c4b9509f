import type { IntlShape } from 'react-intl';
import type { Judged } from '../../applications/shared/requirements.ts';
import { requirementText } from '../../applications/shared/words.ts';

/** Beside the requirements of the level, as the contract names them. */
const others = ['instructor', 'store', 'teaching_address', 'statement', 'signature'];

/** What somebody can be asked to mend: what is open first. */
export function returnFields(requirements: readonly Judged[]): string[] {
  const open = requirements.filter(({ isMet }) => !isMet);
  const met = requirements.filter(({ isMet }) => isMet);
  return [...[...open, ...met].map(({ id }) => id), ...others];
}

/** By field: what the checks have found already, in words. */
export function suggestedReasons(intl: IntlShape, requirements: readonly Judged[]): ReadonlyMap<string, string> {
  return new Map(
    requirements.filter(({ isMet }) => !isMet).map((judged) => [judged.id, `${requirementText(intl, judged)}.`]),
  );
}
