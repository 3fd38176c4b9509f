/** What the other areas may use of the account service. */
export { purgeExpired } from './adapter.ts';
export { portalClient } from './clients.ts';
export { demoPeople, seedDemoAccounts } from './demo.ts';
