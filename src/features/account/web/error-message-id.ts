import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';

/** The message id of an error from the API or the network. */
export function toErrorMessageId(error: unknown): MessageId {
  return error instanceof ApiError ? getErrorMessageId(error) : 'GeneralError';
}
