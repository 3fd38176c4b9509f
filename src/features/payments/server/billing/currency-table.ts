import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { currencies, type Currency } from '#features/payments/shared/currency.ts';

/** By currency: how many of its smallest units a US cent is, and to how many of them a price is rounded. */
export const CurrencyTable = z.record(
  z.enum(currencies),
  z.strictObject({ perUsCent: z.number().positive().max(1000), step: z.int().min(1).max(100_000) }),
);
type CurrencyTable = z.output<typeof CurrencyTable>;

const path = resolve(import.meta.dirname, '../../../../../content/shop/catalogue.json');
let cachedTable: CurrencyTable | undefined;

/** The table of the catalogue, which the club and the fees of applications follow too. Read once. */
function loadCurrencyTable(): CurrencyTable {
  cachedTable ??= z.object({ currencies: CurrencyTable }).parse(JSON.parse(readFileSync(path, 'utf8'))).currencies;
  return cachedTable;
}

/** A price in another currency: rounded to what people there are used to, and never nothing. */
export function convertUsd(usdMinor: number, currency: Currency, table: CurrencyTable = loadCurrencyTable()): number {
  const { perUsCent, step } = table[currency];
  return Math.max(1, Math.round((usdMinor * perUsCent) / step)) * step;
}
