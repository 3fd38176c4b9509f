import { describe, expect, it } from 'vitest';
import { CodedError, defineErrors, fail } from './errors.ts';

const failDive = defineErrors({ 'logbook.too_deep': 422, 'logbook.locked': 409 });

describe('an error of a contract', () => {
  it('carries its code, its status and the field it is about', () => {
    const error = failDive('logbook.too_deep', { message: 'deeper than 350 m', path: 'maxDepthM' });
    expect(error).toBeInstanceOf(CodedError);
    expect(error.status).toBe(422);
    expect(error.code).toBe('logbook.too_deep');
    expect(error.entries).toEqual([{ code: 'logbook.too_deep', message: 'deeper than 350 m', path: 'maxDepthM' }]);
    expect(error.message).toBe('deeper than 350 m');
  });

  it('says its code where nobody wrote a message, and names no field where there is none', () => {
    expect(failDive('logbook.locked').entries).toEqual([{ code: 'logbook.locked', message: 'logbook.locked' }]);
  });

  it('keeps what caused it and how long to wait', () => {
    const cause = new Error('inside');
    const error = fail('server.overloaded', { retryAfterS: 5, cause });
    expect(error.cause).toBe(cause);
    expect(error.retryAfterS).toBe(5);
  });

  it('lists its codes for the documentation', () => {
    expect(failDive.codes).toEqual({ 'logbook.too_deep': 422, 'logbook.locked': 409 });
    expect(Object.values(fail.codes).every((status) => status >= 400 && status < 600)).toBe(true);
  });

  it('is a fault of the server where it has no entry', () => {
    expect(new CodedError(500, []).code).toBe('server.failed');
  });
});
