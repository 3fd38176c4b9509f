import { fail, type ErrorEntry } from '../shared/errors.ts';
import type { ApiError } from './client.ts';

/** A call that the server refused, or that never reached it. */
export type Refusal = Pick<ApiError, 'status' | 'code' | 'entries'>;
export const isRefusal = (error: unknown): error is ApiError => error instanceof Error && 'entries' in error;

export interface Failure {
  /** Message ids by field. */
  problems: Record<string, string>;
  /** The message id for the form as a whole. */
  formProblem: string | null;
}

/** Sorts a refused call into what is said at its fields and what is said at the form. */
export function sortFailure(
  error: Refusal,
  hasField: (name: string) => boolean,
  /** Told at the form, never at one field. */
  formCodes: readonly string[] = [],
): Failure {
  const problems: Record<string, string> = {};
  for (const entry of error.entries) {
    const { path } = entry;
    if (path === undefined || path in problems || formCodes.includes(entry.code) || !hasField(path)) continue;
    problems[path] = messageOfEntry(entry);
  }
  return { problems, formProblem: Object.keys(problems).length > 0 ? null : messageOfFailure(error) };
}

/** The contract's schemas say what is wrong by a message id, such as `account.city.missing`; anything else is for developers. */
export function messageOfEntry({ code, message }: ErrorEntry): string {
  if (code !== 'request.invalid') return code in fail.codes ? 'GeneralError' : `error.${code}`;
  return /^[a-z]+(\.[a-z_]+)+$/.test(message) ? message : 'error.request.invalid';
}

export function messageOfFailure({ status, code }: Refusal): string {
  if (status === 0) return 'error.network.failed';
  if (status === 429) return 'error.rate.limited';
  return code in fail.codes ? 'GeneralError' : `error.${code}`;
}
