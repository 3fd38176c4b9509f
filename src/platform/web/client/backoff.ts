const firstMs = 1_000;
const maxMs = 30_000;

/** Exponential backoff with jitter, so browsers do not all reconnect at the same moment after an outage. */
export function backoffMs(retries: number): number {
  return Math.min(firstMs * 2 ** retries, maxMs) * (0.5 + Math.random() / 2);
}
