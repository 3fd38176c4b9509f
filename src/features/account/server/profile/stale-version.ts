import { CodedError } from '#platform/shared/errors.ts';
import { fail } from '#features/account/shared/contract.ts';

type Fields = Readonly<Record<string, string | null>>;

/** The fields of which the one kept is not the one sent. */
export function listChangedFields(sent: Fields, kept: Fields): string[] {
  return Object.keys(sent).filter((field) => (sent[field] ?? '') !== (kept[field] ?? ''));
}

/**
 * Refuses a form that was filled in before somebody else changed the same thing, with what each differing field is now.
 * One that says what is kept anyway, such as a second try after a lost answer, has nothing to overwrite.
 */
export function assertCurrentVersion(
  sentVersion: number | undefined,
  version: number,
  sent: Fields,
  kept: Fields,
): void {
  const changed = listChangedFields(sent, kept);
  if (sentVersion === undefined || sentVersion === version || changed.length === 0) return;
  const code = 'account.stale';
  throw new CodedError(
    fail.codes[code],
    changed.map((path) => ({ code, message: code, path, now: kept[path] ?? '' })),
  );
}
