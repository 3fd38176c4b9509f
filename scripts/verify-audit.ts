/** Walks the audit chain of the portal's database and says whether anybody changed it. */
import { verifyAudit } from '../src/platform/server/audit.ts';
import { runOnDatabase } from './connection.ts';

await runOnDatabase(async ({ database }) => {
  const { entries, firstBroken } = await verifyAudit(database.db);
  if (firstBroken !== null) throw new Error(`the audit chain is broken at entry ${firstBroken}`);
  console.log(`the audit chain is whole: ${entries} entries`);
});
