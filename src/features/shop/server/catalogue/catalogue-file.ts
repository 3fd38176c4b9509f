import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { clubYear, specialtyOfChoice } from '#features/learning/shared/rules.ts';
import { convertUsd, CurrencyTable } from '#features/payments/server/public.ts';
import type { Currency } from '#features/payments/shared/currency.ts';

const ProductId = z.int().min(1).max(999_999_999);
const UsCents = z.int().min(1).max(10_000_000);
const Slug = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/);
const DrawingName = z.string().regex(/^[a-z][a-z-]{1,30}$/);
const drawingFields = { drawing: DrawingName, popularity: z.int().min(1) };

export const CatalogueFile = z.strictObject({
  currencies: CurrencyTable,
  courses: z.array(
    z.strictObject({
      productId: ProductId,
      packageId: z.string(),
      usdMinor: UsCents,
      ...drawingFields,
    }),
  ),
  /** Every level has both kinds of card. The price of an eCard is defined with the levels. */
  cards: z.strictObject({
    byPost: z.record(z.enum(['core', 'specialty', 'professional', 'experience']), UsCents),
    drawingByPost: DrawingName,
    ...drawingFields,
  }),
  membership: z.strictObject({ productId: ProductId, slug: Slug, usdMinor: UsCents, ...drawingFields }),
  /** Sold as codes to give away. */
  codes: z.array(
    z.strictObject({
      productId: ProductId,
      packageId: z.enum([clubYear, specialtyOfChoice]),
      slug: Slug,
      category: z.enum(['membership', 'specialty']),
      usdMinor: UsCents,
      ...drawingFields,
    }),
  ),
  items: z.array(
    z.strictObject({
      productId: ProductId,
      slug: Slug,
      category: z.enum(['gear', 'book']),
      usdMinor: UsCents,
      ...drawingFields,
    }),
  ),
});
export type CatalogueFile = z.output<typeof CatalogueFile>;

const path = resolve(import.meta.dirname, '../../../../../content/shop/catalogue.json');

let cachedFile: CatalogueFile | undefined;

export function readCatalogueFile(): CatalogueFile {
  if (cachedFile !== undefined) return cachedFile;
  const result = CatalogueFile.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!result.success) throw new Error(`content/shop/catalogue.json is invalid:\n${z.prettifyError(result.error)}`);
  cachedFile = result.data;
  return cachedFile;
}

/** Converts a price and rounds it to amounts customary for the currency, never to zero. */
export function convertPrice(file: Pick<CatalogueFile, 'currencies'>, usdMinor: number, currency: Currency): number {
  return convertUsd(usdMinor, currency, file.currencies);
}
