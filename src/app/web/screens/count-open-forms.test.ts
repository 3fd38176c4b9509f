import { describe, expect, it } from 'vitest';
import type { Guest } from '#features/dsd/shared/contract.ts';
import type { Blocker } from '#features/learning/shared/blockers.ts';
import type { BoardStudent } from '#features/learning/shared/board-contract.ts';
import { countOpenForms } from './count-open-forms.ts';

const student = (affiliateId: number, ...blockers: Blocker[]) => ({ affiliateId, blockers }) as BoardStudent;
const guest = (status: Guest['status']) => ({ status }) as Guest;
const noOpenForms = { missing: 0, physician: 0, expired: 0, guests: 0 };

describe('countOpenForms', () => {
  it('counts each student once, by the first matching kind', () => {
    expect(
      countOpenForms(
        [
          student(1, 'forms', 'lessons'),
          student(1, 'forms'),
          student(2, 'guardian'),
          student(3, 'refused'),
          student(4, 'physician', 'guardian'),
          student(5, 'expired', 'photo'),
          student(6, 'lessons', 'photo'),
        ],
        [],
      ),
    ).toEqual({ ...noOpenForms, missing: 3, physician: 1, expired: 1 });
  });

  it('counts guests who are not cleared yet', () => {
    const guests = (['forms', 'forms-submitted', 'completed', 'processed'] as const).map(guest);
    expect(countOpenForms([], guests)).toEqual({ ...noOpenForms, guests: 2 });
  });
});
