import { expect, test } from 'vitest';
import { getRedeemError, type RedeemableClub } from './redeem-error.ts';

const waiting = { isRedeemed: false, licenseID: null, levelID: null, levelName: null, on: null, saved: null };
const choice = { licenseID: 7, levelID: 30, levelName: 'Advanced', refusal: null };
const member = { status: 'active', ecard: waiting, choices: [choice] } satisfies RedeemableClub;

test.each<[string, RedeemableClub, string | null]>([
  ['allows a member with an unused eCard', member, null],
  ['returns an error for a non-member', { ...member, status: 'eligible', ecard: null }, 'club.not_member'],
  [
    'returns an error for a second eCard in a year',
    { ...member, ecard: { ...waiting, isRedeemed: true } },
    'club.already_redeemed',
  ],
  [
    'returns an error without an approved photo',
    { ...member, choices: [{ ...choice, refusal: 'club.no_photo' }] },
    'club.no_photo',
  ],
  ['returns an error for a level without the benefit', { ...member, choices: [] }, 'club.not_eligible_level'],
])('%s', (_name, club, error) => {
  expect(getRedeemError(club, 7)).toBe(error);
});
