import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { toLikePatterns } from '#platform/shared/search-text.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { listCertifications } from '#features/certifications/server/public.ts';
import { findPrerequisite, meetsPrerequisite } from '#domain/certification-levels.ts';
import { type ClubSummary, readClubSummary } from '#features/club/server/public.ts';
import { findCheckpoint } from '#features/dsd/server/public.ts';
import { isRecentlyProcessed } from '#features/dsd/shared/rules.ts';
import { listPackagesNotOfferedTo, recommendCourses, listSectionTitles } from '#features/learning/server/public.ts';
import { canTakeCourses } from '#features/learning/shared/policy.ts';
import {
  fail,
  pageSize,
  type Product,
  type ProductCard,
  type recommendReasons,
  type shopEndpoints,
} from '#features/shop/shared/contract.ts';
import { listPromotionCards } from '#features/shop/shared/promotion-cards.ts';
import { isGiftPurchase } from '#features/shop/server/basket/price-basket.ts';
import { findOwnership } from '#features/shop/server/basket/queries.ts';
import * as queries from './queries.ts';
import { findLevelName, toProductCard } from './product-card.ts';
import { readShopper, type Shopper } from '#features/shop/server/shopper.ts';

type CatalogueKeys =
  | 'GET products'
  | 'GET products/recommended'
  | 'GET products/{productId}'
  | 'GET club-line'
  | 'GET promotions';
type Reason = (typeof recommendReasons)[number];

const recommendationCount = 3;

export const catalogueHandlers: Pick<Handlers<typeof shopEndpoints>, CatalogueKeys> = {
  async 'GET products'(ctx, { query: { category = null, search, sort, page } }) {
    const { affiliateId } = ctx.user;
    // A membership's price depends on the club's offer. It is needed up front when sorting by price, and read in
    // parallel when the membership is likely to be on the page.
    const isByPrice = sort === 'price' || sort === 'price_desc';
    const isLikely = isByPrice || (search === '' && page === 1);
    const [shopper, levels, club] = await Promise.all([
      readShopper(ctx, affiliateId),
      readLevels(ctx),
      isLikely ? readClub(ctx) : null,
    ]);
    const offer = isByPrice && canTakeCourses(shopper) ? (club?.offer ?? null) : null;
    const patterns = toLikePatterns(search);
    const selectPage = queries.listProductPage({ sort, isSearched: patterns.length > 0 });
    const found = await selectPage.first(ctx.db, {
      affiliateId,
      locale: shopper.locale,
      currency: shopper.currency,
      patterns,
      today: toIsoDate(ctx.now),
      membershipMinor: offer && offer.minor,
      category,
      offset: (page - 1) * pageSize,
      canTakeCourses: canTakeCourses(shopper),
      levels,
      hiddenPackages: listPackagesNotOfferedTo(shopper.affiliateTypeId),
    });
    const { items = [], counts = {} } = found ?? {};
    return {
      items: await toProductCards(ctx, shopper, items, club),
      total:
        category === null
          ? Object.values(counts).reduce((sum: number, count) => sum + count, 0)
          : (counts[category] ?? 0),
      currency: shopper.currency,
      counts,
    };
  },

  async 'GET products/recommended'(ctx) {
    const shopper = await readShopper(ctx, ctx.user.affiliateId);
    const courses = await queries.listCourses(ctx.db);
    const chosen = (await recommendProducts(ctx, shopper, courses)).flatMap(({ packageId, reason }) => {
      const product = courses.find((course) => course.packageId === packageId);
      return product === undefined ? [] : [{ productId: product.productId, reason }];
    });
    const cards = await findVisibleProducts(
      ctx,
      shopper,
      chosen.map(({ productId }) => productId),
    );
    return chosen
      .flatMap(({ productId, reason }) => {
        const product = cards.find((card) => card.productId === productId);
        return product === undefined ? [] : [{ product, reason }];
      })
      .slice(0, recommendationCount);
  },

  async 'GET products/{productId}'(ctx, { params: { productId } }) {
    const shopper = await readShopper(ctx, ctx.user.affiliateId);
    const { locale, currency, affiliateId } = shopper;
    const today = toIsoDate(ctx.now);
    const row = await queries.findShopperProducts.first(ctx.db, {
      affiliateId,
      locale,
      currency,
      today,
      productIds: [productId],
    });
    const [card] = row === undefined ? [] : await toProductCards(ctx, shopper, [row]);
    if (row === undefined || card === undefined || !isVisibleTo(shopper, row)) throw fail('shop.no_product');
    const { packageId, levelId, isPosted, maxQuantity } = row;
    return {
      ...card,
      packageId,
      levelID: levelId,
      isPosted,
      maxQuantity,
      isForOthersOnly: isGiftPurchase(row, shopper, false),
      ...(await readPrerequisite(ctx, packageId)),
      sections: packageId === null ? [] : listSectionTitles(packageId, locale),
      certifications: await listEligibleCertifications(ctx, shopper, row),
    };
  },

  async 'GET club-line'(ctx) {
    const { isMember, discountCode, hasFreeECard } = await readClub(ctx);
    return isMember || discountCode !== null || hasFreeECard ? { discountCode, hasFreeECard } : null;
  },

  async 'GET promotions'(ctx) {
    const checkpoint = await findCheckpoint.first(ctx.db, { affiliateId: ctx.user.affiliateId });
    const processed = checkpoint && { status: checkpoint.status, updatedDate: checkpoint.updated_at.toISOString() };
    if (!isRecentlyProcessed(processed ?? null, ctx.now)) return [];
    // The cards are a benefit of the club, which not every guest can join.
    const { offer, hasFreeECard } = await readClub(ctx);
    if (offer === null && !hasFreeECard) return [];
    const shown = listPromotionCards();
    const { locale, currency } = await readShopper(ctx, ctx.user.affiliateId);
    const productIds = shown.map(({ stockId }) => stockId);
    const products = await queries.findProducts(ctx.db, { productIds, locale, currency });
    const excerpt = ctx.services.messages.format(locale, 'shop.promos.excerpt');
    return shown.flatMap(({ id, promotion, stockId }) => {
      const product = products.find(({ productId, isSellable }) => productId === stockId && isSellable);
      return product === undefined ? [] : [{ id, name: product.name, excerpt, promotion, stockId }];
    });
  },
};

const readLevels = async ({ db, user, now }: Context) =>
  (await queries.findCertifiedLevels.first(db, { affiliateId: user.affiliateId, today: toIsoDate(now) }))?.levels ?? [];
const readClub = (ctx: Context) => readClubSummary(ctx, ctx.user.affiliateId);

async function toProductCards(
  ctx: Context,
  shopper: Shopper,
  rows: readonly queries.ShopperProductRow[],
  knownClub: ClubSummary | null = null,
): Promise<ProductCard[]> {
  const club = knownClub ?? (rows.some(({ kind }) => kind === 'membership') ? await readClub(ctx) : null);
  const reader = { messages: ctx.services.messages, locale: shopper.locale, currency: shopper.currency, club };
  return rows.map((row) => toProductCard(row, reader));
}

async function findVisibleProducts(
  ctx: Context,
  shopper: Shopper,
  productIds: readonly number[],
): Promise<ProductCard[]> {
  const { affiliateId, locale, currency } = shopper;
  const today = toIsoDate(ctx.now);
  const rows = await queries.findShopperProducts(ctx.db, { affiliateId, locale, currency, today, productIds });
  return toProductCards(ctx, shopper, rows);
}

/** A course that is not offered to a person is still visible if they own it. */
function isVisibleTo({ affiliateTypeId }: Shopper, { packageId, isLearned }: queries.ShopperProductRow): boolean {
  return packageId === null || isLearned || !listPackagesNotOfferedTo(affiliateTypeId).includes(packageId);
}

/** Stores do not take courses, so they see the most popular ones. */
async function recommendProducts(
  ctx: Context,
  shopper: Shopper,
  courses: readonly { packageId: string }[],
): Promise<{ packageId: string; reason: Reason }[]> {
  if (!canTakeCourses(shopper)) {
    const hidden = listPackagesNotOfferedTo(shopper.affiliateTypeId);
    return courses
      .filter(({ packageId }) => !hidden.includes(packageId))
      .map(({ packageId }) => ({ packageId, reason: 'popular' }));
  }
  return recommendCourses(ctx, shopper);
}

async function readPrerequisite(
  { db, user, now }: Context,
  packageId: string | null,
): Promise<Pick<Product, 'hasPrerequisite' | 'prerequisitePath'>> {
  const level = packageId === null ? undefined : findPrerequisite(packageId);
  if (packageId === null || level === undefined) return { hasPrerequisite: true, prerequisitePath: null };
  const ownership = await findOwnership.first(db, { affiliateId: user.affiliateId, today: toIsoDate(now) });
  const hasPrerequisite = meetsPrerequisite(packageId, ownership?.heldLevels ?? []);
  const isOpen = !hasPrerequisite && level.packageId !== null;
  return { hasPrerequisite, prerequisitePath: isOpen ? `/training/course/${level.packageId}` : null };
}

async function listEligibleCertifications(
  ctx: Context,
  { affiliateId, locale }: Shopper,
  { kind, levelId }: queries.ShopperProductRow,
) {
  if (levelId === null) return [];
  const levelName = findLevelName(ctx.services.messages, locale, levelId);
  if (levelName === null) return [];
  return (await listCertifications(ctx.db, affiliateId, ctx.now))
    .filter(({ levelID, isRevoked }) => levelID === levelId && !isRevoked)
    .map(({ licenseID, certDate, hasECard }) => ({
      licenseID,
      levelName,
      certDate,
      refusal: kind === 'ecard' && hasECard ? ('shop.has_ecard' as const) : null,
    }));
}
