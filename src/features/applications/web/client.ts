import { createClient } from '#platform/web/client/client.ts';
import { isApiError } from '#platform/web/client/api-errors.ts';
import { withRetry } from '#platform/web/client/retry.ts';
import type { applicationCalls } from '#features/applications/shared/contract.ts';

const call = createClient<typeof applicationCalls>('/api/applications');

/** Retried up to three times. What is sent is made once, with its key, so that a repeated submit is one submit. */
export const applications = ((...request: Parameters<typeof call>) => withRetry(() => call(...request))) as typeof call;

/** Removes something. That it is gone already, by a try whose answer was lost or in another tab, is no failure. */
export async function ignoreNotFound<T>(removal: Promise<T>): Promise<T | null> {
  try {
    return await removal;
  } catch (error) {
    if (isApiError(error) && error.code === 'not_found') return null;
    throw error;
  }
}
