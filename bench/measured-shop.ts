import { findState } from '../src/features/club/server/sql.ts';
import { selectPartnered } from '../src/features/learning/server/partner.ts';
import { findLevels, pageText, type SeenRow } from '../src/features/shop/server/catalogue-sql.ts';
import { selectShopper } from '../src/features/shop/server/shopper.ts';
import { measuredLevels } from './measured-certifications.ts';
import type { Measured } from './measured.ts';
import { affiliateId } from './person.ts';

const today = new Date().toISOString().slice(0, 10);
/** The measured person lives in Sweden. */
const currency = 'SEK';

function pageCall(name: string, query: string, patterns: string[]): Measured {
  return {
    name,
    path: `/api/shop/products${query}`,
    // To count 5,000 products is PostgreSQL's work: with many requests it is PostgreSQL that takes the time.
    requests: 600,
    statements: [
      { sql: selectShopper.text, values: [affiliateId] },
      {
        sql: pageText('popular', patterns.length > 0),
        values: [affiliateId, 'en-US', currency, patterns, today, null, null, 0, true, measuredLevels],
      },
      { sql: findLevels.text, values: [affiliateId, today] },
      // What a membership costs somebody.
      ...(patterns.length > 0
        ? []
        : [
            { sql: findState.text, values: [affiliateId, today] },
            { sql: selectPartnered.text, values: [affiliateId] },
          ]),
    ],
    answer(results) {
      const { counts = {}, items = [] } = (results[1]?.[0] ?? {}) as { counts?: object; items?: SeenRow[] };
      return {
        items: items.map(({ productId, kind, category, name: called, excerpt, drawing, unitMinor, ...row }) => ({
          productId,
          kind,
          category,
          name: called,
          excerpt,
          drawing,
          price: { minor: unitMinor, currency },
          afterLevel: null,
          isOwned: row.isLearned || row.hasECard,
          isInBasket: row.isInBasket,
          path: row.isLearned ? `/training/course/${row.packageId}` : null,
        })),
        total: Object.values(counts).reduce((sum: number, count: number) => sum + count, 0),
        currency,
        counts,
      };
    },
  };
}

export const shopCalls: readonly Measured[] = [
  pageCall('shop, the first page of 5,000 products', '', []),
  pageCall('shop, a search in 5,000 products', '?search=reel%2049', ['%reel%', '%49%']),
];
