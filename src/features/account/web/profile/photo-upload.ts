import type { MessageId } from '#platform/shared/message-id.ts';
import type { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { photoMaxBytes, photoTypes } from '#features/account/shared/rules.ts';

const tooLargeMessageId = 'account.photo.too_large';

/** Checks before the upload; the server checks the content. */
export function findPhotoProblem({ type, size }: Pick<File, 'type' | 'size'>): MessageId | null {
  if (!(photoTypes as readonly string[]).includes(type)) return 'error.account.photo_type';
  return size > photoMaxBytes ? tooLargeMessageId : null;
}

export function getUploadErrorMessageId(error: Pick<ApiError, 'status' | 'code' | 'entries'>): MessageId {
  return error.code === 'request.too_large' ? tooLargeMessageId : getErrorMessageId(error);
}

/** Whether a retry with the same file may succeed; other errors need another file. */
export function isUploadRetryable({ status }: Pick<ApiError, 'status'>): boolean {
  return status === 0 || status === 429 || status >= 500;
}

export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function createUploadForm(affiliateId: number, file: File, crop: Crop | null): FormData {
  const form = new FormData();
  form.set('affiliateId', String(affiliateId));
  if (crop !== null) {
    form.set('cropX', String(Math.round(crop.x)));
    form.set('cropY', String(Math.round(crop.y)));
    form.set('cropWidth', String(Math.round(crop.width)));
    form.set('cropHeight', String(Math.round(crop.height)));
  }
  form.set('imageFile', file);
  return form;
}
