import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SettingError } from '#platform/server/config/env.ts';
import { TaxTable } from '#features/payments/shared/tax.ts';

const cachedTables = new Map<string, TaxTable>();

/** Cached after the first read. An invalid table fails at startup. */
export function loadTaxTable(file: string): TaxTable {
  const before = cachedTables.get(file);
  if (before !== undefined) return before;
  try {
    const parsed = TaxTable.safeParse(JSON.parse(readFileSync(resolve(file), 'utf8')));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new Error(`${issue?.path.join('.')}: ${issue?.message}`);
    }
    cachedTables.set(file, parsed.data);
    return parsed.data;
  } catch (error) {
    throw new SettingError(`TAX_FILE=${file}: ${(error as Error).message}`, { cause: error });
  }
}
