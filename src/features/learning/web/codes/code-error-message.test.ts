import { describe, expect, it } from 'vitest';
import { getCodeErrorMessageId } from './code-error-message.ts';

const getMessageId = (status: number, code: string) =>
  getCodeErrorMessageId({ status, code, entries: [{ code, message: '' }] });

describe('getCodeErrorMessageId', () => {
  it('returns the labels of the specification for its error numbers', () => {
    expect(getMessageId(404, '224')).toBe('NoAccessCodeFound');
    expect(getMessageId(409, '225')).toBe('AccessCodeAlreadyRedeemed');
    expect(getMessageId(409, '226')).toBe('AccessCodeAlreadyRedeemed');
  });

  it('returns GeneralError for other errors', () => {
    expect(getMessageId(500, 'server.failed')).toBe('GeneralError');
    expect(getMessageId(400, 'request.invalid')).toBe('GeneralError');
  });

  it('returns specific messages for errors that the person can fix', () => {
    expect(getMessageId(0, 'network.failed')).toBe('error.network.failed');
    expect(getMessageId(429, 'rate.limited')).toBe('error.rate.limited');
    expect(getMessageId(422, 'learning.unknown_store')).toBe('error.learning.unknown_store');
  });
});
