/** What other features use: who has a number, and who may teach. */
export { isActiveInstructor, isProfessional, isStore } from './rights-sql.ts';
export { findMember, findStore } from './sql.ts';
