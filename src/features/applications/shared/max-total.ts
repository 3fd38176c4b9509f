/** Totals are counted up to this number, so their cost doesn't grow with the archive. */
export const maxTotal = 10_000;
