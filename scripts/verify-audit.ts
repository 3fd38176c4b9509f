/** Walks the audit chain of the portal's database and says whether anybody changed it. */
import { verifyAuditChain } from '#platform/server/observability/audit.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database }) => {
  const { entries, firstBroken } = await verifyAuditChain(database.db);
  if (firstBroken !== null) throw new Error(`the audit chain is broken at entry ${firstBroken}`);
  console.log(`the audit chain is whole: ${entries} entries`);
});
