/** Walks the audit chain of the portal's database and says whether anybody changed it. */
import { verifyAudit } from '../src/platform/server/audit.ts';
import { openDatabase } from '../src/platform/server/db.ts';
import { findConnection, runCommand } from './connection.ts';

await runCommand(async () => {
  const database = openDatabase({ connection: findConnection(), poolSize: 1 });
  try {
    const { entries, firstBroken } = await verifyAudit(database.db);
    if (firstBroken !== null) throw new Error(`the audit chain is broken at entry ${firstBroken}`);
    console.log(`the audit chain is whole: ${entries} entries`);
  } finally {
    await database.close();
  }
});
