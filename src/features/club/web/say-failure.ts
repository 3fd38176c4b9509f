import type { IntlShape } from 'react-intl';
import { ApiError } from '../../../platform/web/client.ts';
import { messageOfFailure } from '../../../platform/web/failure.ts';
import { showToast } from '../../../ui/toast-store.ts';

/** Why a step was not taken: in the words of its code, or that something went wrong. */
export function sayFailure(intl: IntlShape, error: unknown): void {
  showToast({ text: intl.formatMessage({ id: error instanceof ApiError ? messageOfFailure(error) : 'GeneralError' }) });
}
