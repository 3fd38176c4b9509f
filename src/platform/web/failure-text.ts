import type { IntlShape } from 'react-intl';
import { ApiError } from './client.ts';
import { messageOfFailure } from './failure.ts';

/** Why a step was not taken: in the words of its code, or that something went wrong. */
export function failureText(intl: IntlShape, error: unknown): string {
  return intl.formatMessage({ id: error instanceof ApiError ? messageOfFailure(error) : 'GeneralError' });
}
