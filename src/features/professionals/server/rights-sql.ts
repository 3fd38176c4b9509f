import { affiliateType } from '../shared/rules.ts';

const { divemaster, instructor, store } = affiliateType;
const activeStatus = 'Active';

/** SQL conditions on a `person` row, by its alias. */
export const isProfessional = (person: string): string =>
  `${person}.affiliate_type_id in (${divemaster}, ${instructor})`;

/** Whether a person may teach now. A divemaster may not, and neither may an instructor whose membership lapsed. */
export const isActiveInstructor = (person: string): string =>
  `(${person}.affiliate_type_id = ${instructor} and ${person}.member_status = '${activeStatus}')`;

export const isStore = (person: string): string => `${person}.affiliate_type_id = ${store}`;
