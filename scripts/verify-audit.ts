/** Verifies the hash chain of the audit log: `npm run -s verify-audit`. */
import { verifyAuditChain } from '#platform/server/observability/audit.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database }) => {
  const { entries, firstBroken } = await verifyAuditChain(database.db);
  if (firstBroken !== null) throw new Error(`audit chain is broken at entry ${firstBroken}`);
  console.log(`audit chain is intact: ${entries} entries`);
});
