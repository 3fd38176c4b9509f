import { fail, type ErrorEntry } from '#platform/shared/errors.ts';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { ApiError } from './client.ts';

/** An error response of the server, or a request that never reached it. */
export type ApiErrorInfo = Pick<ApiError, 'status' | 'code' | 'entries'>;
export const isApiError = (error: unknown): error is ApiError => error instanceof Error && 'entries' in error;

export interface FormErrors {
  /** Message ids by field. */
  problems: Record<string, MessageId>;
  /** The message id for the form as a whole. */
  formProblem: MessageId | null;
}

/** Splits the entries of an API error into messages for single fields and one message for the form. */
export function toFormErrors(
  error: ApiErrorInfo,
  hasField: (name: string) => boolean,
  /** Codes that are reported on the form even when they name a field. */
  formCodes: readonly string[] = [],
): FormErrors {
  const problems: Record<string, MessageId> = {};
  for (const entry of error.entries) {
    const { path } = entry;
    if (path === undefined || path in problems || formCodes.includes(entry.code) || !hasField(path)) continue;
    problems[path] = getEntryMessageId(entry);
  }
  return { problems, formProblem: Object.keys(problems).length > 0 ? null : getErrorMessageId(error) };
}

/** Contract schemas put a message id such as `account.city.missing` into `message`; other texts are for developers. */
export function getEntryMessageId({ code, message }: ErrorEntry): MessageId {
  if (code !== 'request.invalid') return code in fail.codes ? 'GeneralError' : (`error.${code}` as MessageId);
  return /^[a-z]+(\.[a-z_]+)+$/.test(message) ? (message as MessageId) : 'error.request.invalid';
}

export function getErrorMessageId({ status, code }: ApiErrorInfo): MessageId {
  if (status === 0) return 'error.network.failed';
  if (status === 429) return 'error.rate.limited';
  return code in fail.codes ? 'GeneralError' : (`error.${code}` as MessageId);
}
