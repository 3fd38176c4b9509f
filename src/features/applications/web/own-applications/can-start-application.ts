import type { ApplicationRow, OfferedType } from '#features/applications/shared/application.ts';

/** Of the levels that are offered, one that is open, or was reached by an application, is not begun again. */
export function canStartApplication(
  { id, isOffered }: OfferedType,
  rows: readonly Pick<ApplicationRow, 'types' | 'state'>[],
): boolean {
  return isOffered && !rows.some(({ types, state }) => state !== 'Rejected' && types.some((type) => type.id === id));
}
