import type { ApplicationRow, OfferedType } from '#features/applications/shared/application.ts';

/** Offered levels without an open or completed application can be started. */
export function canStartApplication(
  { id, isOffered }: OfferedType,
  rows: readonly Pick<ApplicationRow, 'types' | 'state'>[],
): boolean {
  return isOffered && !rows.some(({ types, state }) => state !== 'Rejected' && types.some((type) => type.id === id));
}
