import { formatPersonName } from '#platform/shared/person-name.ts';
import type { InstructorInfo } from './contract.ts';

/** The instructor's name in the reader's order; nothing else about them is shown. */
export function instructorName({ first_name, middle_initial, last_name }: InstructorInfo, language: string): string {
  const middleName = middle_initial && `${middle_initial}.`;
  return formatPersonName({ givenName: first_name, middleName, familyName: last_name }, language);
}
