/**
 * Promotion codes: `npm run -s promotion -- add REEF10 --percent 10 --ends 2027-01-31 --uses 100 --only course,specialty`,
 * `npm run -s promotion -- end REEF10`. Other options: --amount 15 --currency USD, --starts, --per-person, --stackable.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { addPromotion, endPromotion, type NewPromotion } from '#features/shop/server/promotions/promotions.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database }) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      percent: { type: 'string' },
      amount: { type: 'string' },
      currency: { type: 'string' },
      starts: { type: 'string' },
      ends: { type: 'string' },
      uses: { type: 'string' },
      'per-person': { type: 'string' },
      stackable: { type: 'boolean' },
      only: { type: 'string' },
    },
  });
  const [verb, code] = positionals;
  if (code === undefined || (verb !== 'add' && verb !== 'end'))
    throw new Error('usage: npm run promotion -- add <code> --percent 10, or npm run promotion -- end <code>');
  const toNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const toDate = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  const promotion = {
    code,
    percent: toNumber(values.percent),
    amount: toNumber(values.amount),
    currency: values.currency,
    startsAt: toDate(values.starts),
    endsAt: toDate(values.ends),
    maxUses: toNumber(values.uses),
    maxPerPerson: toNumber(values['per-person']),
    isStackable: values.stackable,
    categories: values.only?.split(','),
  } as z.input<typeof NewPromotion>;
  const actor = { by: `command:${userInfo().username}`, now: new Date() };
  try {
    await database.inTransaction('promotion', (db) =>
      verb === 'add' ? addPromotion(db, promotion, actor) : endPromotion(db, code, actor),
    );
    console.log(verb === 'add' ? `promotion ${code} added` : `promotion ${code} ended`);
  } catch (error) {
    throw error instanceof z.ZodError ? new Error(z.prettifyError(error)) : error;
  }
});
