import type { IntlShape } from 'react-intl';
import { ApiError } from './client.ts';
import { getErrorMessageId } from './api-errors.ts';

/** Why a step was not taken: in the words of its code, or that something went wrong. */
export function formatErrorMessage(intl: IntlShape, error: unknown): string {
  return intl.formatMessage({ id: error instanceof ApiError ? getErrorMessageId(error) : 'GeneralError' });
}
