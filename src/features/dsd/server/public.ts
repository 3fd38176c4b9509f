/** What the other areas may use of the Discover Scuba Diving programme. */
export { findCheckpoint } from './sql.ts';
