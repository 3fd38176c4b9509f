/** `npm run check-ledger`: compares the ledger with payments, orders and refunds, and prints every difference. */
import { checkLedger } from '#app/server/check-ledger.ts';
import { statement } from '#platform/server/db/database.ts';
import { runOnDatabase } from './run-command.ts';

const freeze = statement<unknown, []>('set transaction isolation level repeatable read, read only');

await runOnDatabase(async ({ database }) => {
  const {
    transactions,
    checked,
    wrong: errors,
  } = await database.inTransaction('check-ledger', async (db) => {
    await freeze(db);
    return checkLedger(db);
  });
  if (errors.length > 0) throw new Error(`ledger check failed:\n${errors.map((error) => `- ${error}`).join('\n')}`);
  console.log(`ledger check passed: ${transactions} transactions\n${checked.map((name) => `- ${name}`).join('\n')}`);
});
