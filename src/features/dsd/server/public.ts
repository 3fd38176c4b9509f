/** What the other areas may use of the Discover Scuba Diving programme. */
export { seedDemoDsd } from './demo.ts';
export { dsdFormUse } from './form-use.ts';
export { findCheckpoint } from './sql.ts';
