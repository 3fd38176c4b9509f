/** Every course shows some students, even if there are many courses. */
const leastShare = 3;

/** Divides a page among the courses: small ones are shown in full, the others get equal shares of the rest. */
export function shareRows(counts: readonly number[], limit: number): number[] {
  const shares = counts.map(() => 0);
  let left = limit;
  const bySize = counts.map((count, place) => ({ count, place })).toSorted((a, b) => a.count - b.count);
  for (const [done, { count, place }] of bySize.entries()) {
    const share = Math.min(count, Math.max(leastShare, Math.floor(left / (bySize.length - done))));
    shares[place] = share;
    left -= share;
  }
  return shares;
}
