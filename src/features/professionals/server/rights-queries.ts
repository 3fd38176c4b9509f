import { affiliateType } from '#domain/roles.ts';

const { instructor, store } = affiliateType;
const activeStatus = 'Active';

/** SQL condition on a `person` row, by its alias: whether the person may teach now. A divemaster may not, and neither may an instructor whose membership lapsed. */
export const isActiveInstructorSql = (person: string): string =>
  `(${person}.affiliate_type_id = ${instructor} and ${person}.member_status = '${activeStatus}')`;

export const isStoreSql = (person: string): string => `${person}.affiliate_type_id = ${store}`;
