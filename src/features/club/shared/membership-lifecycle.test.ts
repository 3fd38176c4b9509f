import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#platform/shared/dates.ts';
import { clubStatuses, type PeriodKind } from './contract.ts';
import {
  getPeriodEnd,
  type Member,
  type Membership,
  type Period,
  clubPrices,
  getPeriodSpan,
  getMembershipStatus,
} from './membership-rules.ts';

const step = fc.record({
  days: fc.integer({ min: 0, max: 500 }),
  choice: fc.nat(),
  isRenewing: fc.boolean(),
  isDeclined: fc.boolean(),
});
const life = fc.record({
  begins: fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2024-01-01', days)),
  certifiedAfter: fc.option(fc.integer({ min: -400, max: 2_000 })),
  isWithPartnerStore: fc.boolean(),
  steps: fc.array(step, { maxLength: 12 }),
});
interface Step {
  choice: number;
  isRenewing: boolean;
  isDeclined: boolean;
}

/** Simulates one day: a card is declined, or one of the offers is taken. */
function live(
  membership: Membership,
  member: Member,
  today: string,
  { choice, isRenewing, isDeclined }: Step,
): Membership {
  const before = getMembershipStatus(membership, member, today);
  expect(clubStatuses).toContain(before.status);
  expect(new Set(before.offers).size).toBe(before.offers.length);
  expect(membership.isTrialUsed && before.offers.includes('trial')).toBe(false);
  const chosen = { ...membership, isRenewing };
  const { status, endsOn, offers } = getMembershipStatus(chosen, member, today);
  if (isDeclined && status === 'past_due' && endsOn !== null)
    return { ...chosen, declined: [...chosen.declined, { dueOn: endsOn, triedOn: today }] };
  const kind = offers[choice % offers.length];
  return kind === undefined ? chosen : take(chosen, kind, member, today);
}

function take(membership: Membership, kind: PeriodKind, member: Member, today: string): Membership {
  const membershipStatus = getMembershipStatus(membership, member, today);
  const [startsOn, endsOn] = getPeriodSpan(kind, membershipStatus, today);
  const isRunning = (one: Period) => one.startsOn <= today && today < getPeriodEnd(one);
  const before = membership.periods.map((one) =>
    membershipStatus.status === 'trial' && isRunning(one) ? { ...one, endedEarlyOn: today } : one,
  );
  return {
    ...membership,
    isTrialUsed: membership.isTrialUsed || kind === 'trial',
    periods: [...before, { kind, startsOn, endsOn, endedEarlyOn: null }],
  };
}

/** Returns the periods that start before the previous one has ended. */
function overlapping(periods: readonly Period[]): Period[] {
  const spans = periods
    .filter((one) => one.startsOn < getPeriodEnd(one))
    .toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
  return spans.filter((one, index) => index > 0 && one.startsOn < getPeriodEnd(spans[index - 1] ?? one));
}

describe('membership with any sequence of actions', () => {
  it('never has overlapping periods, always has a status and uses listed prices only', () => {
    fc.assert(
      fc.property(life, ({ begins, certifiedAfter, isWithPartnerStore, steps }) => {
        const newestCertification = certifiedAfter === null ? null : addDays(begins, certifiedAfter);
        const member: Member = { canJoin: true, newestCertification, isWithPartnerStore };
        let membership: Membership = {
          periods: [],
          isTrialUsed: false,
          isRenewing: false,
          hasCard: true,
          declined: [],
        };
        let today = begins;
        for (const { days, ...action } of steps) {
          today = addDays(today, days);
          membership = live(membership, member, today, action);
        }
        expect(overlapping(membership.periods)).toEqual([]);
        const count = (wanted: PeriodKind) => membership.periods.filter(({ kind }) => kind === wanted).length;
        expect(count('trial')).toBeLessThanOrEqual(1);
        expect(count('first')).toBeLessThanOrEqual(1);
        for (const { kind, startsOn, endsOn } of membership.periods) {
          expect([0, 2695, 3495, 3995, 4995]).toContain(kind === 'gift' ? 0 : clubPrices[kind]);
          expect(daysBetween(startsOn, endsOn)).toBeGreaterThanOrEqual(kind === 'trial' ? 90 : 365);
        }
      }),
    );
  });

  it('detects overlapping periods, which proves the check above works', () => {
    const year = { kind: 'first', endedEarlyOn: null } as const;
    const periods = [
      { ...year, startsOn: '2026-01-01', endsOn: '2027-01-01' },
      { ...year, startsOn: '2026-12-31', endsOn: '2027-12-31' },
    ];
    expect(overlapping(periods)).toEqual([periods[1]]);
  });
});
