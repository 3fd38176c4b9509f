import { fail, type ErrorEntry } from '#platform/shared/errors.ts';
import type { ApiError } from './client.ts';

/** A call that the server refused, or that never reached it. */
export type ApiErrorInfo = Pick<ApiError, 'status' | 'code' | 'entries'>;
export const isApiError = (error: unknown): error is ApiError => error instanceof Error && 'entries' in error;

export interface FormErrors {
  /** Message ids by field. */
  problems: Record<string, string>;
  /** The message id for the form as a whole. */
  formProblem: string | null;
}

/** Sorts a refused call into what is said at its fields and what is said at the form. */
export function toFormErrors(
  error: ApiErrorInfo,
  hasField: (name: string) => boolean,
  /** Told at the form, never at one field. */
  formCodes: readonly string[] = [],
): FormErrors {
  const problems: Record<string, string> = {};
  for (const entry of error.entries) {
    const { path } = entry;
    if (path === undefined || path in problems || formCodes.includes(entry.code) || !hasField(path)) continue;
    problems[path] = getEntryMessageId(entry);
  }
  return { problems, formProblem: Object.keys(problems).length > 0 ? null : getErrorMessageId(error) };
}

/** The contract's schemas say what is wrong by a message id, such as `account.city.missing`; anything else is for developers. */
export function getEntryMessageId({ code, message }: ErrorEntry): string {
  if (code !== 'request.invalid') return code in fail.codes ? 'GeneralError' : `error.${code}`;
  return /^[a-z]+(\.[a-z_]+)+$/.test(message) ? message : 'error.request.invalid';
}

export function getErrorMessageId({ status, code }: ApiErrorInfo): string {
  if (status === 0) return 'error.network.failed';
  if (status === 429) return 'error.rate.limited';
  return code in fail.codes ? 'GeneralError' : `error.${code}`;
}
