import type { ApplicationRow, ApplicationType } from '../shared/application.ts';

/** Only who leads dives already becomes an instructor. */
const forProfessionals: ReadonlySet<string> = new Set(['instructor']);

/** Whether a level is offered: one that is open, or was reached by an application, is not offered again. */
export function canBegin(
  { id, name }: ApplicationType,
  rows: readonly Pick<ApplicationRow, 'types' | 'state'>[],
  role: string | undefined,
): boolean {
  const isHad = rows.some(({ types, state }) => state !== 'Rejected' && types.some((type) => type.id === id));
  return !isHad && (role === 'professional' || !forProfessionals.has(name));
}
