import type { IntlShape } from 'react-intl';
import { ApiError } from './client.ts';
import { getErrorMessageId } from './api-errors.ts';

/** The translated message of an API error, or the general one for any other error. */
export function formatErrorMessage(intl: IntlShape, error: unknown): string {
  return intl.formatMessage({ id: error instanceof ApiError ? getErrorMessageId(error) : 'GeneralError' });
}
