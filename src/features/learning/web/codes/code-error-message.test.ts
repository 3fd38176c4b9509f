import { describe, expect, it } from 'vitest';
import { getCodeErrorMessageId } from './code-error-message.ts';

const said = (status: number, code: string) =>
  getCodeErrorMessageId({ status, code, entries: [{ code, message: '' }] });

describe('what is said of a refused code', () => {
  it('is the label that the specification has for its number', () => {
    expect(said(404, '224')).toBe('NoAccessCodeFound');
    expect(said(409, '225')).toBe('AccessCodeAlreadyRedeemed');
    expect(said(409, '226')).toBe('AccessCodeAlreadyRedeemed');
  });

  it('is that something went wrong for everything else', () => {
    expect(said(500, 'server.failed')).toBe('GeneralError');
    expect(said(400, 'request.invalid')).toBe('GeneralError');
  });

  it('is more than that where somebody can do something about it', () => {
    expect(said(0, 'network.failed')).toBe('error.network.failed');
    expect(said(429, 'rate.limited')).toBe('error.rate.limited');
    expect(said(422, 'learning.unknown_store')).toBe('error.learning.unknown_store');
  });
});
