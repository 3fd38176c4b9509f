/** What the other areas may use of the Discover Scuba Diving programme. */
export { dsdFormHooks } from './form-hooks.ts';
export { findCheckpoint } from './queries.ts';
