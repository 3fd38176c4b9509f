import { query, type Params } from '#platform/server/db/query.ts';

export const findBirthdate = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person').select('birthdate').where('affiliate_id', '=', p.affiliateId),
);
