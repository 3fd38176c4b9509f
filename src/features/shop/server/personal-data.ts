import { sql } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';
import type { PersonalDataRules } from '#platform/server/privacy/personal-data.ts';

/** Orders are retained without their delivery address. */
const clearAddresses = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .updateTable('shop_order')
    .set({ sealed_address: null })
    .where('affiliate_id', '=', p.affiliateId)
    .where('sealed_address', 'is not', null),
);

/** Codes give access to courses and must not outlive the person. */
const clearCourseCodes = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .updateTable('order_line')
    .set({ codes: sql`'{}'`, taken_codes: sql`'{}'` })
    .where('affiliate_id', '=', p.affiliateId)
    .where(sql<boolean>`codes || taken_codes <> '{}'`),
);

/** Refunds are retained without their free-text reason. */
const clearRefundReasons = query((db, p: Params<{ affiliateId: number }>) =>
  db.updateTable('order_refund').set({ reason: '–' }).where('affiliate_id', '=', p.affiliateId),
);

export const shopPersonalData = {
  anonymise: { shop_order: clearAddresses, order_line: clearCourseCodes, order_refund: clearRefundReasons },
} satisfies PersonalDataRules;
