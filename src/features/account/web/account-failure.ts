import { ApiError } from '../../../platform/web/client.ts';
import { messageOfFailure } from '../../../platform/web/failure.ts';

/** The message id for whatever went wrong on the way to the server. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? messageOfFailure(error) : 'GeneralError';
}
