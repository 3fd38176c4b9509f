import type { Changes } from '#platform/web/sync/draft-options.ts';
import { getErrorMessageId, type ApiErrorInfo } from '#platform/web/client/api-errors.ts';

/** Changes are dropped once the instructor no longer holds the application; other errors keep them in the browser. */
export function classifyReviewError(error: ApiErrorInfo, sent: Changes<unknown>) {
  const { status, code } = error;
  const names = Object.keys(sent);
  if (code === 'not_found') return { kind: 'gone' } as const;
  if (code === 'applications.changed') return { kind: 'retry' } as const;
  if (code === 'applications.out_of_turn') return { kind: 'drop', names, loss: 'over' } as const;
  if (status < 400 || status >= 500 || status === 401 || status === 429) return { kind: 'later' } as const;
  const problem = getErrorMessageId(error);
  return { kind: 'hold', problems: Object.fromEntries(names.map((name) => [name, problem])) } as const;
}
