import type { MessageId } from '#platform/shared/message-id.ts';
import type { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { photoMaxBytes, photoTypes } from '#features/account/shared/rules.ts';

const tooLarge = 'certifications.outside.picture_large';

/** Returns the message id of a problem before the upload. */
export function findPictureProblem({ type, size }: File): MessageId | null {
  if (!(photoTypes as readonly string[]).includes(type)) return 'error.certifications.picture_type';
  return size > photoMaxBytes ? tooLarge : null;
}

export function getUploadErrorMessage(error: ApiError): MessageId {
  return error.code === 'request.too_large' ? tooLarge : getErrorMessageId(error);
}
