const firstMs = 1_000;
const maxMs = 30_000;

/** Longer each time, but never so long that a person would notice; and not all browsers at the same moment. */
export function backoffMs(retries: number): number {
  return Math.min(firstMs * 2 ** retries, maxMs) * (0.5 + Math.random() / 2);
}
