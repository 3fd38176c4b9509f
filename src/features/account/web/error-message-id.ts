import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';

/** The message id for whatever went wrong on the way to the server. */
export function toErrorMessageId(error: unknown): string {
  return error instanceof ApiError ? getErrorMessageId(error) : 'GeneralError';
}
