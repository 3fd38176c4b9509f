import type { LogbookYear } from '#features/logbook/shared/contract.ts';
import type { SortOption } from '#features/logbook/shared/enums.ts';

/** Which row of the list begins which year. With the sums known, nothing moves when the rows themselves arrive. */
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
