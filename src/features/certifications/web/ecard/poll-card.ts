import { ApiError } from '#platform/web/client/client.ts';
import type { ECard } from '#features/certifications/shared/contract.ts';

/** Limits polling for something that usually takes seconds. */
export const maxPollingMs = 60_000;
const pollMs = 2_000;

export function isBeingSigned(card: ECard | undefined): boolean {
  return card !== undefined && card.hasECard && card.verifyUrl === null && !card.isRevoked;
}

/** The next automatic poll: until the card is signed, within the limit. */
export function getNextPollMs(card: ECard | undefined, endMs: number, nowMs: number): number | false {
  return isBeingSigned(card) && nowMs + pollMs <= endMs ? pollMs : false;
}

/** Retries at the server's interval while the result is being generated. */
export async function retryUntilReady<T>(
  fetch: () => Promise<T>,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<T> {
  for (let leftMs = maxPollingMs; ;) {
    try {
      return await fetch();
    } catch (error) {
      const isBeingMade = error instanceof ApiError && error.code === 'certifications.not_ready';
      if (!isBeingMade || leftMs <= 0) throw error;
      const waitMs = error.retryAfterS * 1000 || pollMs;
      leftMs -= waitMs;
      await wait(waitMs);
    }
  }
}
