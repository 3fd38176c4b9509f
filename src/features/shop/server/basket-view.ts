import type { Context } from '../../../platform/server/context.ts';
import { dayOf } from '../../account/shared/rules.ts';
import { isProfessionalPackage, packagesNotOfferedTo } from '../../learning/server/public.ts';
import type { Basket, BasketLine } from '../shared/contract.ts';
import { type Item, price } from '../shared/pricing.ts';
import { applyCodes } from '../shared/promotion-rules.ts';
import { readTaxes } from '../../payments/server/public.ts';
import { taxIn } from '../../payments/shared/tax.ts';
import { taxClassOf } from '../shared/lists.ts';
import * as sql from './basket-sql.ts';
import { findProducts, type ProductRow } from './catalogue-sql.ts';
import { type JudgedCode, judgeCodes } from './codes.ts';
import { readShopper, type Shopper } from './shopper.ts';

export type Looking = Pick<Context, 'db' | 'now' | 'services' | 'locale'>;

export interface ReadBasket {
  shopper: Shopper;
  basket: Basket;
  /** With what each saves, and what it would by US prices. */
  codes: (JudgedCode & { savedMinor: number; savedUsdMinor: number })[];
}

/** The basket as of now: prices, taxes, codes and what stands against buying it. Locked for whoever goes on to change it. */
export async function readBasket(
  looking: Looking,
  affiliateId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<ReadBasket> {
  const { db, now } = looking;
  if (lock) await sql.lockBasket(db, affiliateId, now);
  const [shopper, [row = nothing]] = await Promise.all([
    readShopper(looking, affiliateId),
    sql.findBasket(db, affiliateId),
  ]);
  return priceBasket(looking, shopper, affiliateId, row);
}

/** What is in a basket by the prices of who pays, and by what who receives it has. */
export async function priceBasket(
  looking: Looking,
  shopper: Shopper,
  receiverId: number,
  row: sql.BasketRow,
): Promise<ReadBasket> {
  const { db, now, services, locale } = looking;
  const [belongings = none] = await sql.findBelongings(db, receiverId, dayOf(now));
  const productIds = row.lines.map(({ productId }) => productId);
  const [products, codes] = await Promise.all([
    productIds.length === 0 ? [] : findProducts(db, productIds, locale, shopper.currency),
    judgeCodes(looking, { affiliateId: receiverId, currency: shopper.currency }, row.codes),
  ]);
  const entries = row.lines.flatMap((line) => {
    const product = products.find(({ productId }) => productId === line.productId);
    return product === undefined ? [] : [entryOf(line, product, shopper, belongings)];
  });
  const { country, currency } = shopper;
  const tax = taxIn(readTaxes(services.env.TAX_FILE), country);
  const priced = priceEntries(entries, codes, tax);
  const basket = { version: row.version, country, currency, isTaxIncluded: tax.isIncluded, ...priced.shown };
  return { shopper, basket, codes: priced.codes };
}

function entryOf(line: sql.LineRow, product: Found, shopper: Shopper, belongings: sql.BelongingsRow): Entry {
  const isGift = isForOthers(product, shopper, line.isGift);
  const maxQuantity = maxOf(product, isGift);
  const wanted = { ...line, isGift, maxQuantity, quantity: Math.min(line.quantity, maxQuantity) };
  return { line: wanted, product, problem: problemOf(wanted, product, belongings, shopper) };
}

/** What cannot be bought costs nothing and is in no total. */
function priceEntries(entries: readonly Entry[], judged: readonly JudgedCode[], tax: ReturnType<typeof taxIn>) {
  const good = entries.filter(({ problem }) => problem === null);
  const itemsBy = (unit: 'unitMinor' | 'unitUsdMinor'): Item[] =>
    good.map(({ line: { quantity }, product }) => {
      const { category } = product;
      return { category, unitMinor: product[unit] ?? 0, quantity, taxBp: tax.bpOf(taxClassOf[category]) };
    });
  const { priced, codes } = applyCodes(itemsBy('unitMinor'), judged, tax.isIncluded);
  const used = codes.filter(({ problem }) => problem === null);
  const discounts = used.flatMap(({ discount }) => discount ?? []);
  const inUsd = price(itemsBy('unitUsdMinor'), discounts, tax.isIncluded);
  const { lines, savedMinor: _saved, ...totals } = priced;
  return {
    shown: {
      ...totals,
      lines: entries.map((entry) => describeLine(entry, lines[good.indexOf(entry)] ?? free)),
      codes: codes.map(({ code, isClub, savedMinor, problem }) => ({ code, isClub, savedMinor, problem })),
    },
    codes: codes.map((code) => ({ ...code, savedUsdMinor: inUsd.savedMinor[used.indexOf(code)] ?? 0 })),
  };
}

const nothing: sql.BasketRow = { version: 0, codes: [], lines: [] };
const none: sql.BelongingsRow = { packageIds: [], certifications: [] };
const free = { unitMinor: 0, discountMinor: 0, taxBp: 0, taxMinor: 0, totalMinor: 0 };

type Found = Awaited<ReturnType<typeof findProducts>>[number];

interface Entry {
  line: sql.LineRow & { maxQuantity: number };
  product: Found;
  problem: BasketLine['problem'];
}

function describeLine({ line, product, problem }: Entry, prices: typeof free): BasketLine {
  const { kind, category, name, drawing, isPosted } = product;
  return { ...line, kind, category, name, drawing, isPosted, problem, ...prices };
}

/**
 * A course is learned by its buyer, or given away as a code; those who sell courses only ever do the latter. Instructor
 * development is for the divemaster who buys it.
 */
export function isForOthers({ kind, packageId }: ProductRow, { role }: Shopper, isGift: boolean): boolean {
  if (kind === 'code') return true;
  if (kind !== 'course') return false;
  return isGift || (!isProfessionalPackage(packageId) && (role === 'professional' || role === 'store'));
}

/** Nobody needs twice what they learn themselves. */
export function maxOf({ kind, maxQuantity }: ProductRow, isGift: boolean): number {
  return kind === 'course' && !isGift ? 1 : maxQuantity;
}

/** Why it cannot be bought by who has these things. */
export function problemOf(
  { isGift, licenseID }: Pick<sql.LineRow, 'isGift' | 'licenseID'>,
  { kind, isSellable, unitMinor, packageId, levelId }: ProductRow,
  { packageIds, certifications }: sql.BelongingsRow,
  { affiliateTypeId }: Pick<Shopper, 'affiliateTypeId'>,
): BasketLine['problem'] {
  // A membership is bought in the club.
  if (!isSellable || unitMinor === null || kind === 'membership') return 'shop.not_sold';
  if (packagesNotOfferedTo(affiliateTypeId).includes(packageId ?? '')) return 'shop.not_sold';
  if (kind === 'course') return !isGift && packageIds.includes(packageId ?? '') ? 'shop.owned' : null;
  if (kind === 'item' || kind === 'code') return null;
  const certification = certifications.find((one) => one.licenseID === licenseID && one.levelID === levelId);
  if (certification === undefined) return 'shop.no_certification';
  return kind === 'ecard' && certification.hasECard ? 'shop.has_ecard' : null;
}
