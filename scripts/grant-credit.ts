/** Adds to a store's credit: `npm run -s grant-credit -- 20001 2500.00`. */
import { userInfo } from 'node:os';
import { grantCredit } from '#features/shop/server/credit/grant-credit.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database }) => {
  const [storeNumber, amount] = process.argv.slice(2).map(Number);
  if (!Number.isSafeInteger(storeNumber) || !Number.isFinite(amount))
    throw new Error('usage: npm run grant-credit -- <store number> <amount>');
  const { currency } = await database.inTransaction('grant-credit', (db) =>
    grantCredit(db, {
      storeNumber: storeNumber ?? 0,
      amount: amount ?? 0,
      by: `command:${userInfo().username}`,
      at: new Date(),
    }),
  );
  console.log(`granted ${amount} ${currency} store credit to store ${storeNumber}`);
});
