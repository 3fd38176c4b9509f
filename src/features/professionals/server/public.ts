/** Lookups by number and SQL conditions for other features. */
export { isActiveInstructorSql, isStoreSql } from './rights-queries.ts';
export { findMember, findStore } from './queries.ts';
