import { formatPersonName } from '#platform/shared/person-name.ts';
import type { InstructorInfo } from './contract.ts';

/** As the reader writes names: of an instructor no more is told than this. */
export function instructorName({ first_name, middle_initial, last_name }: InstructorInfo, language: string): string {
  const middleName = middle_initial && `${middle_initial}.`;
  return formatPersonName({ givenName: first_name, middleName, familyName: last_name }, language);
}
