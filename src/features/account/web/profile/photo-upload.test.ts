import { describe, expect, it } from 'vitest';
import { photoMaxBytes } from '#features/account/shared/rules.ts';
import { isUploadRetryable, getUploadErrorMessageId, findPhotoProblem } from './photo-upload.ts';

describe('a photo that was chosen', () => {
  it.each(['image/jpeg', 'image/png'])('may be of type %s', (type) => {
    expect(findPhotoProblem({ type, size: photoMaxBytes })).toBeNull();
  });

  it.each(['image/gif', 'image/webp', 'application/pdf', ''])('may not be of type "%s"', (type) => {
    expect(findPhotoProblem({ type, size: 10 })).toBe('error.account.photo_type');
  });

  it('may not be larger than 4.5 MB, by one byte', () => {
    expect(findPhotoProblem({ type: 'image/png', size: photoMaxBytes + 1 })).toBe('account.photo.too_large');
  });
});

describe('a refused upload', () => {
  const refused = (status: number, code: string) => ({ status, code, entries: [{ code, message: code }] });

  it('says the same about the size as the page does', () => {
    expect(getUploadErrorMessageId(refused(413, 'request.too_large'))).toBe('account.photo.too_large');
  });

  it('says what the server found', () => {
    expect(getUploadErrorMessageId(refused(422, 'account.photo_animated'))).toBe('error.account.photo_animated');
    expect(getUploadErrorMessageId(refused(0, 'network.failed'))).toBe('error.network.failed');
  });

  it('is worth another try only when the file is not at fault', () => {
    expect([0, 429, 503, 415, 422].map((status) => isUploadRetryable({ status }))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
