import type { CsvMapping } from '#features/logbook/shared/dive-files/csv/csv-mapping.ts';

const prefix = 'csv-columns:';
const toKey = (header: readonly string[]) => prefix + header.map((name) => name.trim().toLowerCase()).join('|');

/** Remembers on this device what the columns of a spreadsheet mean, for the next file with the same header. */
export function rememberMapping(header: readonly string[], mapping: CsvMapping): void {
  try {
    localStorage.setItem(toKey(header), JSON.stringify(mapping));
  } catch {
    // Without storage the columns are guessed again.
  }
}

export function recallMapping(header: readonly string[]): CsvMapping | null {
  try {
    const stored = JSON.parse(localStorage.getItem(toKey(header)) ?? 'null') as CsvMapping | null;
    return stored?.columns.length === header.length ? stored : null;
  } catch {
    return null;
  }
}
