import type { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';

/** The labels of the specification: the three numbers have words of their own, and what is told of a field keeps its own. */
export function getCodeErrorMessageId(error: Pick<ApiError, 'status' | 'code' | 'entries'>): string {
  if (error.code === '224') return 'NoAccessCodeFound';
  if (error.code === '225' || error.code === '226') return 'AccessCodeAlreadyRedeemed';
  if (error.status === 0 || error.status === 429 || error.code.startsWith('learning.')) return getErrorMessageId(error);
  return 'GeneralError';
}
