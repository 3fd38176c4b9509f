import { expect, test } from 'vitest';
import { getRedeemError, type RedeemableClub } from './redeem-error.ts';

const waiting = { isRedeemed: false, licenseID: null, levelID: null, levelName: null, on: null, saved: null };
const choice = { licenseID: 7, levelID: 30, levelName: 'Advanced', refusal: null };
const member = { status: 'active', ecard: waiting, choices: [choice] } satisfies RedeemableClub;

test.each<[string, RedeemableClub, string | null]>([
  ['a member whose card of the year waits', member, null],
  ['somebody who is no member', { ...member, status: 'eligible', ecard: null }, 'club.not_member'],
  ['a second card in a year', { ...member, ecard: { ...waiting, isRedeemed: true } }, 'club.already_redeemed'],
  ['no approved photo', { ...member, choices: [{ ...choice, refusal: 'club.no_photo' }] }, 'club.no_photo'],
  ['a level that the club does not give', { ...member, choices: [] }, 'club.not_eligible_level'],
])('%s', (_who, club, refusal) => {
  expect(getRedeemError(club, 7)).toBe(refusal);
});
