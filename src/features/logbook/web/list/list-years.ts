import type { LogbookYear } from '#features/logbook/shared/contract.ts';
import type { SortOption } from '#features/logbook/shared/enums.ts';

/** The row that starts each year. With known sums, nothing moves when the rows load. */
export function findYearStarts(years: readonly LogbookYear[], sort: SortOption): ReadonlyMap<number, LogbookYear> {
  const inOrder = years.toSorted((a, b) => (sort === 'dive_date_asc' ? a.year - b.year : b.year - a.year));
  const starts = new Map<number, LogbookYear>();
  let index = 0;
  for (const year of inOrder) {
    starts.set(index, year);
    index += year.dives;
  }
  return starts;
}
