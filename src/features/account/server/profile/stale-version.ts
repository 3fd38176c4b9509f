import { CodedError } from '#platform/shared/errors.ts';
import { fail } from '#features/account/shared/contract.ts';

type Fields = Readonly<Record<string, string | null>>;

/** The fields whose stored value differs from the submitted one. */
export function listChangedFields(submitted: Fields, stored: Fields): string[] {
  return Object.keys(submitted).filter((field) => (submitted[field] ?? '') !== (stored[field] ?? ''));
}

/**
 * Rejects a form that was loaded before another change, with the current value of each differing field. A submission
 * that equals the stored values, such as a retry after a lost response, is accepted.
 */
export function assertCurrentVersion(
  submittedVersion: number | undefined,
  version: number,
  submitted: Fields,
  stored: Fields,
): void {
  const changed = listChangedFields(submitted, stored);
  if (submittedVersion === undefined || submittedVersion === version || changed.length === 0) return;
  const code = 'account.stale';
  throw new CodedError(
    fail.codes[code],
    changed.map((path) => ({ code, message: code, path, now: stored[path] ?? '' })),
  );
}
