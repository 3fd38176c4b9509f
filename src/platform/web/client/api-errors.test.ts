import { describe, expect, it } from 'vitest';
import type { ErrorEntry } from '#platform/shared/errors.ts';
import { toFormErrors } from './api-errors.ts';

const createError = (status: number, entries: ErrorEntry[]) => ({ status, entries, code: entries[0]?.code ?? '' });
const hasField = (name: string) => ['email', 'password'].includes(name);

describe('toFormErrors', () => {
  it('reports wrong credentials on the form and not on one of its fields', () => {
    const error = createError(401, [{ code: 'identity.wrong_credentials', message: '', path: 'password' }]);
    expect(toFormErrors(error, hasField, ['identity.wrong_credentials'])).toEqual({
      problems: {},
      formProblem: 'error.identity.wrong_credentials',
    });
  });

  it('reports the first error of each field on that field', () => {
    const error = createError(400, [
      { code: 'request.invalid', message: 'identity.email.invalid', path: 'email' },
      { code: 'request.invalid', message: 'Invalid input', path: 'password' },
      { code: 'request.invalid', message: 'identity.password.rule', path: 'password' },
    ]);
    expect(toFormErrors(error, hasField)).toEqual({
      problems: { email: 'identity.email.invalid', password: 'error.request.invalid' },
      formProblem: null,
    });
  });

  it('reports an error code with a path on the field of that path', () => {
    const error = createError(409, [{ code: 'identity.email_taken', message: '', path: 'email' }]);
    expect(toFormErrors(error, hasField).problems).toEqual({ email: 'error.identity.email_taken' });
  });

  it('reports an error on the form when its path is not one of the fields', () => {
    const error = createError(400, [{ code: 'request.invalid', message: 'identity.email.invalid', path: 'elsewhere' }]);
    expect(toFormErrors(error, hasField)).toEqual({ problems: {}, formProblem: 'GeneralError' });
  });

  it.each([
    [429, 'rate.limited', 'error.rate.limited'],
    [0, 'network.failed', 'error.network.failed'],
    [500, 'server.failed', 'GeneralError'],
    [410, 'identity.link_expired', 'error.identity.link_expired'],
  ])('turns status %i with code %s into the message %s', (status, code, message) => {
    expect(toFormErrors(createError(status, [{ code, message: '' }]), hasField).formProblem).toBe(message);
  });
});
