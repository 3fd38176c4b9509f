/**
 * Promotion codes: `npm run -s promotion -- add REEF10 --percent 10 --ends 2027-01-31 --uses 100 --only course,specialty`,
 * `npm run -s promotion -- end REEF10`. Others: --amount 15 --currency USD, --starts, --per-person, --stackable.
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
    throw new Error('say what to do: npm run promotion -- add <code> --percent 10, or end <code>');
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const day = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  const given = {
    code,
    percent: number(values.percent),
    amount: number(values.amount),
    currency: values.currency,
    startsAt: day(values.starts),
    endsAt: day(values.ends),
    maxUses: number(values.uses),
    maxPerPerson: number(values['per-person']),
    isStackable: values.stackable,
    categories: values.only?.split(','),
  } as z.input<typeof NewPromotion>;
  const who = { by: `command:${userInfo().username}`, now: new Date() };
  try {
    await database.inTransaction('promotion', (db) =>
      verb === 'add' ? addPromotion(db, given, who) : endPromotion(db, code, who),
    );
    console.log(verb === 'add' ? `${code} can be used` : `${code} has ended`);
  } catch (error) {
    throw error instanceof z.ZodError ? new Error(z.prettifyError(error)) : error;
  }
});
