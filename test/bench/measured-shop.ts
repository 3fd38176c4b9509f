import { listPackagesNotOfferedTo } from '#features/learning/server/courses/professional-courses.ts';
import { affiliateType } from '#domain/roles.ts';
import { listProductPage } from '#features/shop/server/catalogue/queries.ts';
import { measuredLevels } from './measured-certifications.ts';
import { toJsonText, type MeasuredCall } from './measured-calls.ts';
import { measuredAffiliateId } from './measured-person.ts';

const today = new Date().toISOString().slice(0, 10);
/** The measured person lives in Sweden. */
const currency = 'SEK';

function pageCall(name: string, query: string, patterns: string[]): MeasuredCall {
  const selectPage = listProductPage({ sort: 'popular', isSearched: patterns.length > 0 });
  return {
    name,
    path: `/api/shop/products${query}`,
    maxRatio: 4,
    // Counting 5,000 products is PostgreSQL's work, which would dominate the time with more requests.
    requests: 600,
    floor: {
      sql: toJsonText(selectPage.text),
      values: selectPage.toValues({
        affiliateId: measuredAffiliateId,
        today,
        locale: 'en-US',
        currency,
        patterns,
        membershipMinor: null,
        category: null,
        offset: 0,
        canTakeCourses: true,
        levels: measuredLevels,
        hiddenPackages: listPackagesNotOfferedTo(affiliateType.diver),
      }),
    },
  };
}

export const shopCalls: readonly MeasuredCall[] = [
  pageCall('shop, the first page of 5,000 products', '', []),
  pageCall('shop, a search in 5,000 products', '?search=reel%2049', ['%reel%', '%49%']),
];
