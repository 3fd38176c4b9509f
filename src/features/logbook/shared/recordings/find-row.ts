/** The last row at or before a time, -1 before the first. */
export function findRow(times: Float64Array, timeS: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) <= timeS) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
