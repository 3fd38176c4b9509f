/** The parts of the Discover Scuba Diving program that other features may use. */
export { dsdFormHooks } from './form-hooks.ts';
export { findCheckpoint } from './queries.ts';
export { sweepDsdPhoto } from './dive-photo-files.ts';
