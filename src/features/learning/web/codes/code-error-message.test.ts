import { describe, expect, it } from 'vitest';
import { getCodeErrorMessageId } from './code-error-message.ts';

const said = (status: number, code: string) =>
  getCodeErrorMessageId({ status, code, entries: [{ code, message: '' }] });

describe('getCodeErrorMessageId', () => {
  it('returns the labels of the specification for its error numbers', () => {
    expect(said(404, '224')).toBe('NoAccessCodeFound');
    expect(said(409, '225')).toBe('AccessCodeAlreadyRedeemed');
    expect(said(409, '226')).toBe('AccessCodeAlreadyRedeemed');
  });

  it('returns GeneralError for other errors', () => {
    expect(said(500, 'server.failed')).toBe('GeneralError');
    expect(said(400, 'request.invalid')).toBe('GeneralError');
  });

  it('returns specific messages for errors that the person can fix', () => {
    expect(said(0, 'network.failed')).toBe('error.network.failed');
    expect(said(429, 'rate.limited')).toBe('error.rate.limited');
    expect(said(422, 'learning.unknown_store')).toBe('error.learning.unknown_store');
  });
});
