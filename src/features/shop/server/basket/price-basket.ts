import type { Context } from '#platform/server/http/context.ts';
import type { Row } from '#platform/server/db/query.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isProfessionalPackage, listPackagesNotOfferedTo } from '#features/learning/server/public.ts';
import type { Basket, BasketLine } from '#features/shop/shared/contract.ts';
import { type PricingItem, priceItems } from '#features/shop/shared/pricing.ts';
import { applyCodes } from '#features/shop/shared/promotion-rules.ts';
import { loadTaxTable } from '#features/payments/server/public.ts';
import { getCountryTax } from '#features/payments/shared/tax.ts';
import { taxClassByCategory } from '#features/shop/shared/categories.ts';
import { meetsPrerequisite } from '#domain/certification-levels.ts';
import { findLevelName } from '#features/shop/server/catalogue/product-card.ts';
import * as queries from './queries.ts';
import { findProducts, type ProductRow } from '#features/shop/server/catalogue/queries.ts';
import { type CheckedCode, checkCodes } from '#features/shop/server/promotions/discount-codes.ts';
import { readShopper, type Shopper } from '#features/shop/server/shopper.ts';

export type BasketContext = Pick<Context, 'db' | 'now' | 'services' | 'locale'>;

export interface PricedBasket {
  shopper: Shopper;
  basket: Basket;
  /** With the amount each code saves, in the basket's currency and in US prices. */
  codes: (CheckedCode & { savedMinor: number; savedUsdMinor: number })[];
}

/** The basket with current prices, taxes, codes and problems. Pass `lock` before changing it. */
export async function readBasket(
  ctx: BasketContext,
  affiliateId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<PricedBasket> {
  const { db, now } = ctx;
  if (lock) await queries.lockBasket(db, { affiliateId, now });
  const [shopper, row = emptyBasketRow] = await Promise.all([
    readShopper(ctx, affiliateId),
    queries.findBasket.first(db, { affiliateId }),
  ]);
  return priceBasket(ctx, shopper, affiliateId, row);
}

/** Prices a basket with the payer's prices and the recipient's ownership; the two differ when a guardian pays. */
export async function priceBasket(
  ctx: BasketContext,
  shopper: Shopper,
  receiverId: number,
  row: queries.BasketRow,
): Promise<PricedBasket> {
  const { db, now, services, locale } = ctx;
  const ownership = await queries.findOwnership.first(db, { affiliateId: receiverId, today: toIsoDate(now) });
  const productIds = row.lines.map(({ productId }) => productId);
  const [products, codes] = await Promise.all([
    productIds.length === 0 ? [] : findProducts(db, { productIds, locale, currency: shopper.currency }),
    checkCodes(ctx, { affiliateId: receiverId, payerId: shopper.affiliateId, currency: shopper.currency }, row.codes),
  ]);
  const entries = row.lines.flatMap((line) => {
    const product = products.find(({ productId }) => productId === line.productId);
    if (product === undefined) return [];
    const { afterLevelId } = product;
    const afterLevel = afterLevelId === null ? null : findLevelName(services.messages, locale, afterLevelId);
    return [toEntry(line, { ...product, afterLevel }, shopper, ownership ?? noOwnership)];
  });
  const { country, currency } = shopper;
  const tax = getCountryTax(loadTaxTable(services.env.TAX_FILE), country);
  const priced = priceEntries(entries, codes, tax);
  const basket = { version: row.version, country, currency, isTaxIncluded: tax.isIncluded, ...priced.shown };
  return { shopper, basket, codes: priced.codes };
}

function toEntry(
  line: queries.LineRow,
  product: FoundProduct,
  shopper: Shopper,
  belongings: queries.OwnershipRow,
): BasketEntry {
  const isGift = isGiftPurchase(product, shopper, line.isGift);
  const maxQuantity = getMaxQuantity(product, isGift);
  const wanted = { ...line, isGift, maxQuantity, quantity: Math.min(line.quantity, maxQuantity) };
  return { line: wanted, product, problem: getLineProblem(wanted, product, belongings, shopper) };
}

/** Lines with a problem cost nothing and do not count toward the totals. */
function priceEntries(
  entries: readonly BasketEntry[],
  checkedCodes: readonly CheckedCode[],
  tax: ReturnType<typeof getCountryTax>,
) {
  const good = entries.filter(({ problem }) => problem === null);
  const itemsBy = (unit: 'unitMinor' | 'unitUsdMinor'): PricingItem[] =>
    good.map(({ line: { quantity }, product }) => {
      const { category } = product;
      return { category, unitMinor: product[unit] ?? 0, quantity, taxBp: tax.bpOf(taxClassByCategory[category]) };
    });
  const { priced, codes } = applyCodes(itemsBy('unitMinor'), checkedCodes, tax.isIncluded);
  const used = codes.filter(({ problem }) => problem === null);
  const discounts = used.flatMap(({ discount }) => discount ?? []);
  const inUsd = priceItems(itemsBy('unitUsdMinor'), discounts, tax.isIncluded);
  const { lines, savedMinor: _saved, ...totals } = priced;
  return {
    shown: {
      ...totals,
      lines: entries.map((entry) => describeLine(entry, lines[good.indexOf(entry)] ?? zeroPrice)),
      codes: codes.map(({ code, isClub, savedMinor, problem }) => ({ code, isClub, savedMinor, problem })),
    },
    codes: codes.map((code) => ({ ...code, savedUsdMinor: inUsd.savedMinor[used.indexOf(code)] ?? 0 })),
  };
}

const emptyBasketRow: queries.BasketRow = { version: 0, codes: [], lines: [] };
const noOwnership: queries.OwnershipRow = { packageIds: [], certifications: [], heldLevels: [] };
const zeroPrice = { unitMinor: 0, discountMinor: 0, taxBp: 0, taxMinor: 0, totalMinor: 0 };

type FoundProduct = Row<typeof findProducts> & { afterLevel: string | null };

interface BasketEntry {
  line: queries.LineRow & { maxQuantity: number };
  product: FoundProduct;
  problem: BasketLine['problem'];
}

function describeLine({ line, product, problem }: BasketEntry, prices: typeof zeroPrice): BasketLine {
  const { kind, category, name, drawing, isPosted, afterLevel } = product;
  return { ...line, kind, category, name, drawing, isPosted, afterLevel, problem, ...prices };
}

/**
 * A course is either for its buyer or given away as a code. Professionals and stores always buy codes, except for
 * instructor development, which is for the divemaster who buys it.
 */
export function isGiftPurchase({ kind, packageId }: ProductRow, { role }: Shopper, isGift: boolean): boolean {
  if (kind === 'code') return true;
  if (kind !== 'course') return false;
  return isGift || (!isProfessionalPackage(packageId) && (role === 'professional' || role === 'store'));
}

/** A course for oneself can be bought only once. */
export function getMaxQuantity({ kind, maxQuantity }: ProductRow, isGift: boolean): number {
  return kind === 'course' && !isGift ? 1 : maxQuantity;
}

/** Returns the reason this person cannot buy the product, or null. */
export function getLineProblem(
  { isGift, licenseID }: Pick<queries.LineRow, 'isGift' | 'licenseID'>,
  { kind, isSellable, unitMinor, packageId, levelId }: ProductRow,
  { packageIds, certifications, heldLevels }: queries.OwnershipRow,
  { affiliateTypeId }: Pick<Shopper, 'affiliateTypeId'>,
): BasketLine['problem'] {
  // Memberships are sold by the club feature.
  if (!isSellable || unitMinor === null || kind === 'membership') return 'shop.not_sold';
  if (listPackagesNotOfferedTo(affiliateTypeId).includes(packageId ?? '')) return 'shop.not_sold';
  if (kind === 'course' && packageId !== null && !isGift) {
    if (packageIds.includes(packageId)) return 'shop.owned';
    return meetsPrerequisite(packageId, heldLevels) ? null : 'shop.prerequisite';
  }
  if (kind === 'course') return null;
  if (kind === 'item' || kind === 'code') return null;
  const certification = certifications.find((one) => one.licenseID === licenseID && one.levelID === levelId);
  if (certification === undefined) return 'shop.no_certification';
  return kind === 'ecard' && certification.hasECard ? 'shop.has_ecard' : null;
}
