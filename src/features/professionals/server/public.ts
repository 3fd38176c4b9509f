export { findMember, findStore } from './queries.ts';
