import type { ApiError } from './client.ts';
import { isApiError } from './api-errors.ts';
import { backoffMs } from './backoff.ts';

const maxRetries = 3;
/** Nobody looks at a busy button for longer. */
const longestWaitS = 20;

interface RetryOptions {
  /** So that a test need not wait. */
  pause?: (ms: number) => Promise<void>;
  /** Without a network there is nothing to try; whoever asked hears of it at once. */
  isOnline?: () => boolean;
}

/**
 * Makes a call, and again where it was not the call that was wrong: the network, the server, or too many at once. What
 * is sent again must be the same: a write carries a key, or the version of what it changes.
 */
export async function withRetry<T>(
  call: () => Promise<T>,
  { pause = wait, isOnline = () => navigator.onLine }: RetryOptions = {},
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await call();
    } catch (error) {
      if (retries === maxRetries || !isApiError(error) || !isRetryable(error) || !isOnline()) throw error;
      await pause(error.status === 429 ? Math.max(error.retryAfterS, 1) * 1_000 : backoffMs(retries));
    }
  }
}

function isRetryable({ status, retryAfterS }: ApiError): boolean {
  return status === 0 || status >= 500 || (status === 429 && retryAfterS <= longestWaitS);
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
