import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { patternsOf } from '../../../platform/shared/searchable.ts';
import { dayOf } from '../../account/shared/rules.ts';
import { listCertifications } from '../../certifications/server/public.ts';
import { findLevel } from '../../certifications/shared/levels.ts';
import { type ClubFacts, readClubFacts } from '../../club/server/public.ts';
import { findCheckpoint } from '../../dsd/server/public.ts';
import { countsAsProcessed } from '../../dsd/shared/rules.ts';
import { packagesNotOfferedTo, recommendCourses, sectionsOf } from '../../learning/server/public.ts';
import { fail, pageSize, type ProductCard, type recommendReasons, type shopCalls } from '../shared/contract.ts';
import { shownPromotions } from '../shared/promotion-cards.ts';
import { isForOthers } from './basket-view.ts';
import * as sql from './catalogue-sql.ts';
import { levelNameOf, toCard } from './product-card.ts';
import { readShopper, type Shopper } from './shopper.ts';

type Keys =
  | 'GET products'
  | 'GET products/recommended'
  | 'GET products/{productId}'
  | 'GET club-line'
  | 'GET promotions';
type Reason = (typeof recommendReasons)[number];

const recommended = 3;

export const catalogueHandlers: Pick<Handlers<typeof shopCalls>, Keys> = {
  async 'GET products'(ctx, { query: { category = null, search, sort, page } }) {
    const { affiliateId } = ctx.user;
    // What a membership costs somebody is known to the club. Among other prices it has to be known before, and where it
    // is likely to be on the page nobody waits for it afterwards.
    const isByPrice = sort === 'price' || sort === 'price_desc';
    const isLikely = isByPrice || (search === '' && page === 1);
    const [shopper, levels, club] = await Promise.all([
      readShopper(ctx, affiliateId),
      readLevels(ctx),
      isLikely ? readClub(ctx) : null,
    ]);
    const offer = isByPrice && isDiver(shopper) ? (club?.offer ?? null) : null;
    const found = await sql.findPage(
      ctx.db,
      sort,
      affiliateId,
      shopper.locale,
      shopper.currency,
      patternsOf(search),
      dayOf(ctx.now),
      offer && offer.minor,
      category,
      (page - 1) * pageSize,
      isDiver(shopper),
      levels,
      packagesNotOfferedTo(shopper.affiliateTypeId),
    );
    return {
      items: await asCards(ctx, shopper, found.items, club),
      total:
        category === null
          ? Object.values(found.counts).reduce((sum: number, count) => sum + count, 0)
          : (found.counts[category] ?? 0),
      currency: shopper.currency,
      counts: found.counts,
    };
  },

  async 'GET products/recommended'(ctx) {
    const shopper = await readShopper(ctx, ctx.user.affiliateId);
    const courses = await sql.listCourses(ctx.db);
    const chosen = (await recommendFor(ctx, shopper, courses)).flatMap(({ packageId, reason }) => {
      const product = courses.find((course) => course.packageId === packageId);
      return product === undefined ? [] : [{ productId: product.productId, reason }];
    });
    const cards = await seeProducts(
      ctx,
      shopper,
      chosen.map(({ productId }) => productId),
    );
    return chosen
      .flatMap(({ productId, reason }) => {
        const product = cards.find((card) => card.productId === productId);
        return product === undefined ? [] : [{ product, reason }];
      })
      .slice(0, recommended);
  },

  async 'GET products/{productId}'(ctx, { params: { productId } }) {
    const shopper = await readShopper(ctx, ctx.user.affiliateId);
    const { locale, currency, affiliateId } = shopper;
    const [row] = await sql.findSeen(ctx.db, affiliateId, locale, currency, [productId], dayOf(ctx.now));
    const [card] = row === undefined ? [] : await asCards(ctx, shopper, [row]);
    if (row === undefined || card === undefined || !isShownTo(shopper, row)) throw fail('shop.no_product');
    const { packageId, levelId, isPosted, maxQuantity } = row;
    return {
      ...card,
      packageId,
      levelID: levelId,
      isPosted,
      maxQuantity,
      isForOthersOnly: isForOthers(row, shopper, false),
      sections: packageId === null ? [] : sectionsOf(packageId, locale),
      certifications: await certificationsFor(ctx, shopper, row),
    };
  },

  async 'GET club-line'(ctx) {
    const { isMember, discountCode, hasFreeECard } = await readClub(ctx);
    return isMember || discountCode !== null || hasFreeECard ? { discountCode, hasFreeECard } : null;
  },

  async 'GET promotions'(ctx) {
    const [checkpoint] = await findCheckpoint(ctx.db, ctx.user.affiliateId);
    const processed = checkpoint && { status: checkpoint.status, updatedDate: checkpoint.updated_at.toISOString() };
    if (!countsAsProcessed(processed ?? null, ctx.now)) return [];
    const shown = shownPromotions();
    const { locale, currency } = await readShopper(ctx, ctx.user.affiliateId);
    const products = await sql.findProducts(
      ctx.db,
      shown.map(({ stockId }) => stockId),
      locale,
      currency,
    );
    const excerpt = ctx.services.messages.format(locale, 'shop.promos.excerpt');
    return shown.flatMap(({ id, promotion, stockId }) => {
      const product = products.find(({ productId, isSellable }) => productId === stockId && isSellable);
      return product === undefined ? [] : [{ id, name: product.name, excerpt, promotion, stockId }];
    });
  },
};

const isDiver = ({ role }: Shopper) => role === 'diver' || role === 'professional';
const readLevels = async ({ db, user, now }: Context) =>
  (await sql.findLevels(db, user.affiliateId, dayOf(now)))[0]?.levels ?? [];
const readClub = (ctx: Context) => readClubFacts(ctx, ctx.user.affiliateId);

async function asCards(
  ctx: Context,
  shopper: Shopper,
  rows: readonly sql.SeenRow[],
  knownClub: ClubFacts | null = null,
): Promise<ProductCard[]> {
  const club = knownClub ?? (rows.some(({ kind }) => kind === 'membership') ? await readClub(ctx) : null);
  const reader = { messages: ctx.services.messages, locale: shopper.locale, currency: shopper.currency, club };
  return rows.map((row) => toCard(row, reader));
}

async function seeProducts(ctx: Context, shopper: Shopper, productIds: readonly number[]): Promise<ProductCard[]> {
  const { affiliateId, locale, currency } = shopper;
  const rows = await sql.findSeen(ctx.db, affiliateId, locale, currency, productIds, dayOf(ctx.now));
  return asCards(ctx, shopper, rows);
}

/** A course that is not offered to somebody is still shown to who has it. */
function isShownTo({ affiliateTypeId }: Shopper, { packageId, isLearned }: sql.SeenRow): boolean {
  return packageId === null || isLearned || !packagesNotOfferedTo(affiliateTypeId).includes(packageId);
}

/** A store learns nothing; it is shown what most people buy. */
async function recommendFor(
  ctx: Context,
  shopper: Shopper,
  courses: readonly { packageId: string }[],
): Promise<{ packageId: string; reason: Reason }[]> {
  if (!isDiver(shopper)) {
    const hidden = packagesNotOfferedTo(shopper.affiliateTypeId);
    return courses
      .filter(({ packageId }) => !hidden.includes(packageId))
      .map(({ packageId }) => ({ packageId, reason: 'popular' }));
  }
  const levels = await readLevels(ctx);
  return recommendCourses(ctx.db, shopper, levels.flatMap(coursesBehind));
}

/** Whoever is anything more than an Open Water diver was one first. */
function coursesBehind(levelId: number): string[] {
  const level = findLevel(levelId);
  if (level === undefined || level.kind === 'experience') return [];
  return level.packageId === null ? ['open-water'] : ['open-water', level.packageId];
}

async function certificationsFor(ctx: Context, { affiliateId, locale }: Shopper, { kind, levelId }: sql.SeenRow) {
  if (levelId === null) return [];
  const levelName = levelNameOf(ctx.services.messages, locale, levelId);
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
