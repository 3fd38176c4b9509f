import type { MessageId } from '#platform/shared/message-id.ts';
import type { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';

/**
 * Uses the specification's labels for its three numbers and for general errors; learning errors keep their own
 * messages.
 */
export function getCodeErrorMessageId(error: Pick<ApiError, 'status' | 'code' | 'entries'>): MessageId {
  if (error.code === '224') return 'NoAccessCodeFound';
  if (error.code === '225' || error.code === '226') return 'AccessCodeAlreadyRedeemed';
  if (error.status === 0 || error.status === 429 || error.code.startsWith('learning.')) return getErrorMessageId(error);
  return 'GeneralError';
}
