/** Lookups by number and SQL conditions for other features. */
export { isActiveInstructorSql, isProfessionalSql, isStoreSql } from './rights-queries.ts';
export { findMember, findStore } from './queries.ts';
