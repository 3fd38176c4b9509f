import type { Guest } from '#features/dsd/shared/contract.ts';
import type { Blocker } from '#features/learning/shared/blockers.ts';
import type { BoardStudent } from '#features/learning/shared/board-contract.ts';

const blockersByKind = {
  missing: ['forms', 'guardian'],
  physician: ['physician', 'review', 'refused'],
  expired: ['expired'],
} as const satisfies Record<string, readonly Blocker[]>;

/** The number of people with open forms by kind. Each person is counted once. */
export function countOpenForms(students: readonly BoardStudent[], guests: readonly Guest[]) {
  const remaining = new Set(students);
  const take = (blockers: readonly Blocker[]) => {
    const found = [...remaining].filter((student) => student.blockers.some((blocker) => blockers.includes(blocker)));
    const people = new Set(found.map(({ affiliateId }) => affiliateId));
    for (const student of remaining) if (people.has(student.affiliateId)) remaining.delete(student);
    return people.size;
  };
  return {
    missing: take(blockersByKind.missing),
    physician: take(blockersByKind.physician),
    expired: take(blockersByKind.expired),
    guests: guests.filter(({ status }) => status === 'forms' || status === 'forms-submitted').length,
  };
}
