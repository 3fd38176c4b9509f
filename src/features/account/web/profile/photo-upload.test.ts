import { describe, expect, it } from 'vitest';
import { photoMaxBytes } from '#features/account/shared/rules.ts';
import { isUploadRetryable, getUploadErrorMessageId, findPhotoProblem } from './photo-upload.ts';

describe('findPhotoProblem', () => {
  it.each(['image/jpeg', 'image/png'])('accepts the type %s', (type) => {
    expect(findPhotoProblem({ type, size: photoMaxBytes })).toBeNull();
  });

  it.each(['image/gif', 'image/webp', 'application/pdf', ''])('rejects the type "%s"', (type) => {
    expect(findPhotoProblem({ type, size: 10 })).toBe('error.account.photo_type');
  });

  it('rejects one byte more than 4.5 MB', () => {
    expect(findPhotoProblem({ type: 'image/png', size: photoMaxBytes + 1 })).toBe('account.photo.too_large');
  });
});

describe('getUploadErrorMessageId and isUploadRetryable', () => {
  const createError = (status: number, code: string) => ({ status, code, entries: [{ code, message: code }] });

  it('returns the page’s own message for a file that is too large', () => {
    expect(getUploadErrorMessageId(createError(413, 'request.too_large'))).toBe('account.photo.too_large');
  });

  it('returns the message of the server’s error', () => {
    expect(getUploadErrorMessageId(createError(422, 'account.photo_animated'))).toBe('error.account.photo_animated');
    expect(getUploadErrorMessageId(createError(0, 'network.failed'))).toBe('error.network.failed');
  });

  it('is retryable only if the file is not the cause', () => {
    expect([0, 429, 503, 415, 422].map((status) => isUploadRetryable({ status }))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
