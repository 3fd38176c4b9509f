import { findClubState } from '#features/club/server/queries.ts';
import { listPackagesNotOfferedTo } from '#features/learning/server/courses/professional-courses.ts';
import { findPartnership } from '#features/learning/server/enrollments/partner-store.ts';
import { affiliateType } from '#domain/roles.ts';
import {
  findCertifiedLevels,
  listProductPage,
  type ShopperProductRow,
} from '#features/shop/server/catalogue/queries.ts';
import { findShopper } from '#features/shop/server/shopper.ts';
import { measuredLevels } from './measured-certifications.ts';
import type { MeasuredCall } from './measured-calls.ts';
import { measuredAffiliateId } from './measured-person.ts';

const { diver } = affiliateType;
const today = new Date().toISOString().slice(0, 10);
/** The measured person lives in Sweden. */
const currency = 'SEK';

function pageCall(name: string, query: string, patterns: string[]): MeasuredCall {
  const selectPage = listProductPage({ sort: 'popular', isSearched: patterns.length > 0 });
  const owner = { affiliateId: measuredAffiliateId, today };
  return {
    name,
    path: `/api/shop/products${query}`,
    // Counting 5,000 products is PostgreSQL's work, which would dominate the time with more requests.
    requests: 600,
    statements: [
      { sql: findShopper.text, values: findShopper.toValues({ affiliateId: measuredAffiliateId }) },
      {
        sql: selectPage.text,
        values: selectPage.toValues({
          ...owner,
          locale: 'en-US',
          currency,
          patterns,
          membershipMinor: null,
          category: null,
          offset: 0,
          canTakeCourses: true,
          levels: measuredLevels,
          hiddenPackages: listPackagesNotOfferedTo(diver),
        }),
      },
      { sql: findCertifiedLevels.text, values: findCertifiedLevels.toValues(owner) },
      // The price of a membership depends on the person.
      ...(patterns.length > 0
        ? []
        : [
            { sql: findClubState.text, values: findClubState.toValues({ affiliateId: measuredAffiliateId, today }) },
            {
              sql: findPartnership.text,
              values: findPartnership.toValues({ affiliateId: measuredAffiliateId }),
            },
          ]),
    ],
    answer(results) {
      const { counts = {}, items = [] } = (results[1]?.[0] ?? {}) as { counts?: object; items?: ShopperProductRow[] };
      return {
        items: items.map(({ productId, kind, category, name: productName, excerpt, drawing, unitMinor, ...row }) => ({
          productId,
          kind,
          category,
          name: productName,
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

export const shopCalls: readonly MeasuredCall[] = [
  pageCall('shop, the first page of 5,000 products', '', []),
  pageCall('shop, a search in 5,000 products', '?search=reel%2049', ['%reel%', '%49%']),
];
