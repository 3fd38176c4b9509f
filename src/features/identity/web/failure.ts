import type { ErrorEntry } from '../../../platform/shared/errors.ts';
import type { ApiError } from '../../../platform/web/client.ts';

type Refusal = Pick<ApiError, 'status' | 'code' | 'entries'>;

/** Told at the form, never at one field: it must not show which of the two was wrong. */
const formCodes = new Set(['identity.wrong_credentials']);

export interface Failure {
  /** Message ids by field. */
  problems: Record<string, string>;
  /** The message id for the form as a whole. */
  formProblem: string | null;
}

/** Sorts a refused call into what is said at its fields and what is said at the form. */
export function sortFailure(error: Refusal, hasField: (name: string) => boolean): Failure {
  const problems: Record<string, string> = {};
  for (const entry of error.entries) {
    const { path } = entry;
    if (path === undefined || path in problems || formCodes.has(entry.code) || !hasField(path)) continue;
    problems[path] = messageOfEntry(entry);
  }
  return { problems, formProblem: Object.keys(problems).length > 0 ? null : messageOfFailure(error) };
}

/** The contract's schemas say what is wrong by a message id; anything else is for developers. */
function messageOfEntry({ code, message }: ErrorEntry): string {
  if (code !== 'request.invalid') return `error.${code}`;
  return message.startsWith('identity.') ? message : 'identity.field.invalid';
}

export function messageOfFailure({ status, code }: Refusal): string {
  if (status === 429) return 'error.identity.too_many_tries';
  if (code.startsWith('identity.')) return `error.${code}`;
  return status === 0 ? 'identity.failure.network' : 'identity.failure.server';
}
