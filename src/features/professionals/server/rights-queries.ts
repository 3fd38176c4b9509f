import { affiliateType } from '#domain/roles.ts';

const { divemaster, instructor, store } = affiliateType;
const activeStatus = 'Active';

/** SQL conditions on a `person` row, by its alias. */
export const isProfessionalSql = (person: string): string =>
  `${person}.affiliate_type_id in (${divemaster}, ${instructor})`;

/** Whether a person may teach now. A divemaster may not, and neither may an instructor whose membership lapsed. */
export const isActiveInstructorSql = (person: string): string =>
  `(${person}.affiliate_type_id = ${instructor} and ${person}.member_status = '${activeStatus}')`;

export const isStoreSql = (person: string): string => `${person}.affiliate_type_id = ${store}`;
