import { createClient } from '#platform/web/client/client.ts';
import { isApiError } from '#platform/web/client/api-errors.ts';
import { withRetry } from '#platform/web/client/retry.ts';
import type { applicationEndpoints } from '#features/applications/shared/contract.ts';

const sendOnce = createClient<typeof applicationEndpoints>('/api/applications');

/** Retries up to three times. The request with its key is built once, so a repeated submit counts once. */
export const applicationClient = ((...request: Parameters<typeof sendOnce>) =>
  withRetry(() => sendOnce(...request))) as typeof sendOnce;

/** Treats a missing record as removed: an earlier attempt or another tab may have deleted it. */
export async function ignoreNotFound<T>(removal: Promise<T>): Promise<T | null> {
  try {
    return await removal;
  } catch (error) {
    if (isApiError(error) && error.code === 'not_found') return null;
    throw error;
  }
}
