import { createClient } from '../../../platform/web/client.ts';
import { isRefusal } from '../../../platform/web/failure.ts';
import { tryAgain } from '../../../platform/web/try-again.ts';
import type { applicationCalls } from '../shared/contract.ts';

const call = createClient<typeof applicationCalls>('/api/applications');

/** Retried up to three times. What is sent is made once, with its key, so that a repeated submit is one submit. */
export const applications = ((...request: Parameters<typeof call>) => tryAgain(() => call(...request))) as typeof call;

/** Removes something. That it is gone already, by a try whose answer was lost or in another tab, is no failure. */
export async function removeOnce<T>(removal: Promise<T>): Promise<T | null> {
  try {
    return await removal;
  } catch (error) {
    if (isRefusal(error) && error.code === 'not_found') return null;
    throw error;
  }
}
