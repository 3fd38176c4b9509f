/** Counts the open connections of each person. Returns a function that ends the count, or null above the limit. */
export function createConnectionLimit(max: number): (affiliateId: number) => (() => void) | null {
  const counts = new Map<number, number>();
  return (affiliateId) => {
    const count = counts.get(affiliateId) ?? 0;
    if (count >= max) return null;
    counts.set(affiliateId, count + 1);
    return () => {
      const left = (counts.get(affiliateId) ?? 0) - 1;
      if (left > 0) counts.set(affiliateId, left);
      else counts.delete(affiliateId);
    };
  };
}
