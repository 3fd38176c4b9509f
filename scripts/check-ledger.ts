/** `npm run check-ledger`: compares the ledger with payments, orders and refunds, and prints every difference. */
import { sql } from 'kysely';
import { checkLedger } from '#app/server/check-ledger.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database }) => {
  const {
    transactions,
    checked,
    wrong: errors,
  } = await database.inTransaction('check-ledger', async (db) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(db);
    return checkLedger(db);
  });
  if (errors.length > 0) throw new Error(`ledger check failed:\n${errors.map((error) => `- ${error}`).join('\n')}`);
  console.log(`ledger check passed: ${transactions} transactions\n${checked.map((name) => `- ${name}`).join('\n')}`);
});
