import type { IntlShape } from 'react-intl';
import type { AccessCode } from '../../shared/codes-contract.ts';
import { specialtyOfChoice } from '../../shared/rules.ts';

/** What a code is for. A course has its name; that one may choose is said in the reader's language. */
export function codeName(intl: IntlShape, { packageId, certificationName }: AccessCode): string {
  return packageId === specialtyOfChoice
    ? intl.formatMessage({ id: 'learning.codes.specialty_of_choice' })
    : certificationName;
}
