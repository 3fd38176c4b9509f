import type { MessageId } from '#platform/shared/message-id.ts';
import type { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { limits } from '#features/logbook/shared/rules.ts';

export const photoTypes = ['image/jpeg', 'image/png'];

const tooLarge = 'logbook.photos.too_large';

/** Checks before the upload; the server verifies the content. */
export function findPhotoProblem({ type, size }: Pick<File, 'type' | 'size'>): MessageId | null {
  if (!photoTypes.includes(type)) return 'error.logbook.photo_type';
  return size > limits.photoBytes ? tooLarge : null;
}

export type UploadOutcome =
  /** Retried automatically once the network or the server is back. */
  | { state: 'offline' }
  /** A retry may help. */
  | { state: 'failed'; problem: MessageId }
  /** Only another photo helps. */
  | { state: 'refused'; problem: MessageId };

export function toUploadOutcome(error: Pick<ApiError, 'status' | 'code' | 'entries'>): UploadOutcome {
  const { status, code } = error;
  if (status === 0) return { state: 'offline' };
  if (code === 'request.too_large') return { state: 'refused', problem: tooLarge };
  const problem = getErrorMessageId(error);
  return status === 429 || status >= 500 ? { state: 'failed', problem } : { state: 'refused', problem };
}
