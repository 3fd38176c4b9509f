import type { ApiError } from './client.ts';
import { isApiError } from './api-errors.ts';
import { backoffMs } from './backoff.ts';

const maxRetries = 3;
/** The person is looking at a busy button, so a longer `retry-after` is reported as an error instead. */
const maxWaitS = 20;

interface RetryOptions {
  /** Replaced in tests to avoid real delays. */
  pause?: (ms: number) => Promise<void>;
  /** Offline requests fail immediately instead of being retried. */
  isOnline?: () => boolean;
}

/**
 * Retries a request that failed because of the network, the server or a rate limit. The request must be safe to repeat:
 * a write carries an idempotency key or the version that it changes.
 */
export async function withRetry<T>(
  request: () => Promise<T>,
  { pause = wait, isOnline = () => navigator.onLine }: RetryOptions = {},
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await request();
    } catch (error) {
      if (retries === maxRetries || !isApiError(error) || !isRetryable(error) || !isOnline()) throw error;
      await pause(error.status === 429 ? Math.max(error.retryAfterS, 1) * 1_000 : backoffMs(retries));
    }
  }
}

function isRetryable({ status, retryAfterS }: ApiError): boolean {
  return status === 0 || status >= 500 || (status === 429 && retryAfterS <= maxWaitS);
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
