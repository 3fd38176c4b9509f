import { describe, expect, it } from 'vitest';
import { logStatuses } from './enums.ts';
import { canDelete, canEdit, canEditNotes, canSubmit, canVerify, canWithdraw } from './policy.ts';

const diver = { affiliateId: 1 };
const instructor = { affiliateId: 2 };
const dives = logStatuses.map((status) => ({ affiliate_id: diver.affiliateId, status }));

describe('policy', () => {
  it.each([
    ['edit', canEdit, ['Draft', 'Returned', 'Logged']],
    ['change notes and photos of', canEditNotes, ['Draft', 'Verified', 'Returned', 'Logged']],
    ['submit', canSubmit, ['Draft', 'Returned']],
    ['withdraw', canWithdraw, ['Pending']],
    ['delete', canDelete, ['Draft', 'Returned', 'Logged']],
  ])('lets only the diver %s a dive, by its status', (_name, can, statuses) => {
    expect(dives.filter((dive) => can(dive, diver)).map(({ status }) => status)).toEqual(statuses);
    expect(dives.filter((dive) => can(dive, instructor) || can(dive, null))).toEqual([]);
  });

  it('lets only the instructor verify a pending dive', () => {
    expect(dives.filter((dive) => canVerify(dive, instructor)).map(({ status }) => status)).toEqual(['Pending']);
    expect(dives.filter((dive) => canVerify(dive, diver))).toEqual([]);
  });
});
