import { describe, expect, it } from 'vitest';
import { CodedError, defineErrors, fail } from './errors.ts';

const failDive = defineErrors({ 'logbook.too_deep': 422, 'logbook.locked': 409 });

describe('defineErrors', () => {
  it('creates an error with code, status and path', () => {
    const error = failDive('logbook.too_deep', { message: 'deeper than 350 m', path: 'maxDepthM' });
    expect(error).toBeInstanceOf(CodedError);
    expect(error.status).toBe(422);
    expect(error.code).toBe('logbook.too_deep');
    expect(error.entries).toEqual([{ code: 'logbook.too_deep', message: 'deeper than 350 m', path: 'maxDepthM' }]);
    expect(error.message).toBe('deeper than 350 m');
  });

  it('uses the code as default message and omits a missing path', () => {
    expect(failDive('logbook.locked').entries).toEqual([{ code: 'logbook.locked', message: 'logbook.locked' }]);
  });

  it('passes on cause and retryAfterS', () => {
    const cause = new Error('inside');
    const error = fail('server.overloaded', { retryAfterS: 5, cause });
    expect(error.cause).toBe(cause);
    expect(error.retryAfterS).toBe(5);
  });

  it('exposes its codes for the documentation', () => {
    expect(failDive.codes).toEqual({ 'logbook.too_deep': 422, 'logbook.locked': 409 });
    expect(Object.values(fail.codes).every((status) => status >= 400 && status < 600)).toBe(true);
  });

  it('defaults to server.failed without an entry', () => {
    expect(new CodedError(500, []).code).toBe('server.failed');
  });
});
