/** What the other areas may use: who stands behind a number. */
export { findMember, findStore } from './sql.ts';
