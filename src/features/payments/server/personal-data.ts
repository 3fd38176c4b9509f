import { query, type Params } from '#platform/server/db/query.ts';
import type { PersonalDataRules } from '#platform/server/privacy/personal-data.ts';

/** An open payment retains its card until it is settled, because its outcome has to be queried. */
const clearCards = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .updateTable('payment')
    .set({ method: null, hint: null })
    .where('affiliate_id', '=', p.affiliateId)
    .where('state', '<>', 'open')
    .where('method', 'is not', null),
);

export const paymentPersonalData = { anonymise: { payment: clearCards } } satisfies PersonalDataRules;
