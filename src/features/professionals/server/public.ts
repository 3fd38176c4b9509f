/** What other features use: who has a number, and who may teach. */
export { isActiveInstructorSql, isProfessionalSql, isStoreSql } from './rights-queries.ts';
export { findMember, findStore } from './queries.ts';
