/** Holds the ledger against what was paid, ordered and refunded, and says what does not fit, to the cent. */
import { checkLedger } from '#app/server/check-ledger.ts';
import { statement } from '#platform/server/db/database.ts';
import { runOnDatabase } from './run-command.ts';

const freeze = statement<unknown, []>('set transaction isolation level repeatable read, read only');

await runOnDatabase(async ({ database }) => {
  const { transactions, checked, wrong } = await database.inTransaction('check-ledger', async (db) => {
    await freeze(db);
    return checkLedger(db);
  });
  if (wrong.length > 0) throw new Error(`the ledger is wrong:\n${wrong.map((what) => `- ${what}`).join('\n')}`);
  console.log(`the ledger is right: ${transactions} transactions\n${checked.map((what) => `- ${what}`).join('\n')}`);
});
