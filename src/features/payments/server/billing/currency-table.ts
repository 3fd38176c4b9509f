import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { currencies, type Currency } from '#features/payments/shared/currency.ts';

/** For each currency: the minor units per US cent, and the rounding step of prices. */
export const CurrencyTable = z.record(
  z.enum(currencies),
  z.strictObject({ perUsCent: z.number().positive().max(1000), step: z.int().min(1).max(100_000) }),
);
type CurrencyTable = z.output<typeof CurrencyTable>;

const path = resolve(import.meta.dirname, '../../../../../content/shop/catalogue.json');
let cachedTable: CurrencyTable | undefined;

/** The catalogue's currency table, which is also used for club years and application fees. */
function loadCurrencyTable(): CurrencyTable {
  cachedTable ??= z.object({ currencies: CurrencyTable }).parse(JSON.parse(readFileSync(path, 'utf8'))).currencies;
  return cachedTable;
}

/** Converts a price and rounds it to amounts customary for the currency, never to zero. */
export function convertUsd(usdMinor: number, currency: Currency, table: CurrencyTable = loadCurrencyTable()): number {
  const { perUsCent, step } = table[currency];
  return Math.max(1, Math.round((usdMinor * perUsCent) / step)) * step;
}
