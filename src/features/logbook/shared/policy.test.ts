import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { logStatuses } from './enums.ts';
import { canDelete, canEdit, canEditNotes, canSubmit, canVerify, canWithdraw } from './policy.ts';

const diver = { affiliateId: 1, affiliateTypeId: affiliateType.diver };
const instructor = { affiliateId: 2, affiliateTypeId: affiliateType.instructor };
const divemaster = { affiliateId: 3, affiliateTypeId: affiliateType.divemaster };
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
    const others = [diver, divemaster, { ...instructor, affiliateId: diver.affiliateId }, null];
    expect(others.filter((viewer) => dives.some((dive) => canVerify(dive, viewer)))).toEqual([]);
  });
});
