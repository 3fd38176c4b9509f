import { describe, expect, it } from 'vitest';
import { addDays } from '#platform/shared/dates.ts';
import { findLevel, levels } from '#domain/certification-levels.ts';
import type { PeriodKind } from './contract.ts';
import {
  getECardError,
  type Member,
  type Membership,
  getNextChargeDate,
  type Period,
  clubPrices,
  getDueReminder,
  getPeriodSpan,
  getMembershipStatus,
} from './membership-rules.ts';

const diver: Member = { canJoin: true, newestCertification: null, isWithPartnerStore: false };
const fresh: Member = { ...diver, newestCertification: '2026-01-10' };
const withStore: Member = { ...diver, isWithPartnerStore: true };
const store: Member = { ...diver, canJoin: false };

const nobody: Membership = { periods: [], isTrialUsed: false, isRenewing: false, hasCard: false, declined: [] };
const period = (kind: PeriodKind, startsOn: string, endsOn: string, endedEarlyOn: string | null = null): Period => ({
  kind,
  startsOn,
  endsOn,
  endedEarlyOn,
});
const year: Membership = { ...nobody, periods: [period('first', '2026-03-03', '2027-03-03')] };
const renewing: Membership = { ...year, isRenewing: true, hasCard: true };
const trial: Membership = { ...nobody, isTrialUsed: true, periods: [period('trial', '2026-02-01', '2026-05-02')] };
const declinedOn = (...days: string[]): Membership => ({
  ...renewing,
  declined: days.map((triedOn) => ({ dueOn: '2027-03-03', triedOn })),
});

describe('clubPrices', () => {
  it('match the specification', () => {
    expect(clubPrices).toEqual({ trial: 0, first: 2695, regular: 4995, partner: 3995, reactivation: 3495 });
  });
});

describe('getMembershipStatus', () => {
  it.each<[string, Membership, Member, string, string, PeriodKind[], string | null]>([
    ['never a member', nobody, diver, '2026-03-03', 'eligible', ['first'], null],
    ['recently certified', nobody, fresh, '2026-03-03', 'eligible', ['trial', 'first'], null],
    ['certified on the day', nobody, fresh, '2026-01-10', 'eligible', ['trial', 'first'], null],
    ['certified tomorrow', nobody, fresh, '2026-01-09', 'eligible', ['first'], null],
    [
      'certified one day less than twelve months ago',
      nobody,
      fresh,
      '2027-01-09',
      'eligible',
      ['trial', 'first'],
      null,
    ],
    ['certified twelve months ago', nobody, fresh, '2027-01-10', 'eligible', ['first'], null],
    ['with a partner store, first time', nobody, withStore, '2026-03-03', 'eligible', ['first'], null],
    ['a store', nobody, store, '2026-03-03', 'none', [], null],

    ['on the first day of a trial', trial, fresh, '2026-02-01', 'trial', ['first'], '2026-05-02'],
    ['on the ninetieth day of a trial', trial, fresh, '2026-05-01', 'trial', ['first'], '2026-05-02'],
    ['after a trial', trial, fresh, '2026-05-02', 'expired', ['first'], '2026-05-02'],
    ['long after a trial', trial, fresh, '2027-05-02', 'eligible', ['first'], null],

    ['in a year', year, diver, '2026-11-15', 'active', [], '2027-03-03'],
    ['31 days before its end', year, diver, '2027-01-31', 'active', [], '2027-03-03'],
    ['30 days before its end', year, diver, '2027-02-01', 'active', ['regular'], '2027-03-03'],
    ['30 days before its end with a partner store', year, withStore, '2027-02-01', 'active', ['partner'], '2027-03-03'],
    ['on the last day', year, diver, '2027-03-02', 'active', ['regular'], '2027-03-03'],
    ['after it ended', year, diver, '2027-03-03', 'expired', ['reactivation'], '2027-03-03'],
    ['after it ended with a partner store', year, withStore, '2027-03-03', 'expired', ['reactivation'], '2027-03-03'],
    [
      'after it ended, recently certified',
      year,
      { ...diver, newestCertification: '2027-01-01' },
      '2027-03-03',
      'expired',
      ['trial', 'reactivation'],
      '2027-03-03',
    ],
    ['one day less than twelve months later', year, diver, '2028-03-02', 'expired', ['reactivation'], '2027-03-03'],
    ['twelve months later', year, diver, '2028-03-03', 'eligible', ['regular'], null],
    ['twelve months later with a partner store', year, withStore, '2028-03-03', 'eligible', ['partner'], null],

    ['on the renewal date', renewing, diver, '2027-03-03', 'active', ['regular'], '2027-03-03'],
    ['a day late without an attempt', renewing, diver, '2027-03-04', 'past_due', ['regular'], '2027-03-03'],
    ['declined once', declinedOn('2027-03-03'), diver, '2027-03-03', 'past_due', ['regular'], '2027-03-03'],
    [
      'declined twice',
      declinedOn('2027-03-03', '2027-03-10'),
      diver,
      '2027-03-17',
      'past_due',
      ['regular'],
      '2027-03-03',
    ],
    [
      'declined three times',
      declinedOn('2027-03-03', '2027-03-10', '2027-03-17'),
      diver,
      '2027-03-17',
      'expired',
      ['reactivation'],
      '2027-03-03',
    ],
    ['two weeks and a day late', renewing, diver, '2027-03-18', 'expired', ['reactivation'], '2027-03-03'],
    [
      'renewing without a card',
      { ...renewing, hasCard: false },
      diver,
      '2027-03-03',
      'expired',
      ['reactivation'],
      '2027-03-03',
    ],
  ])('%s', (_name, membership, member, today, status, offers, endsOn) => {
    expect(getMembershipStatus(membership, member, today)).toMatchObject({ status, offers, endsOn });
  });

  it('returns the end of the second year after a manual renewal while the first one is running', () => {
    const both = { ...year, periods: [...year.periods, period('regular', '2027-03-03', '2028-03-03')] };
    expect(getMembershipStatus(both, diver, '2027-02-20')).toMatchObject({
      endsOn: '2028-03-03',
      year: year.periods[0],
      offers: [],
    });
    expect(getMembershipStatus(both, diver, '2027-03-03')).toMatchObject({ status: 'active', year: both.periods[1] });
  });

  it('returns the benefits of every year, also past due, but not of a trial', () => {
    const yearOn = (membership: Membership, today: string) => getMembershipStatus(membership, diver, today).year;
    expect(yearOn(year, '2026-06-01')).toBe(year.periods[0]);
    expect(yearOn(declinedOn('2027-03-03'), '2027-03-09')).toBe(year.periods[0]);
    expect(yearOn(year, '2027-03-03')).toBeNull();
    expect(yearOn(trial, '2026-03-01')).toBeNull();
  });

  it('returns the date and kind of the next charge', () => {
    const renewalOn = (membership: Membership, today: string) => getMembershipStatus(membership, diver, today).renewal;
    expect(renewalOn(renewing, '2026-11-15')).toEqual({ on: '2027-03-03', kind: 'regular' });
    expect(getMembershipStatus(renewing, withStore, '2026-11-15').renewal).toEqual({
      on: '2027-03-03',
      kind: 'partner',
    });
    expect(renewalOn(declinedOn('2027-03-03'), '2027-03-05')).toEqual({ on: '2027-03-10', kind: 'regular' });
    expect(renewalOn(trial, '2026-03-01')).toBeNull();
    expect(renewalOn(year, '2027-03-03')).toBeNull();
  });
});

describe('getNextChargeDate', () => {
  const [first] = year.periods as [Period];
  it.each([
    ['returns null before the end', renewing, '2027-03-02', null],
    ['returns the end date', renewing, '2027-03-03', '2027-03-03'],
    ['returns a missed date', renewing, '2027-03-12', '2027-03-03'],
    ['returns a second attempt after a week', declinedOn('2027-03-03'), '2027-03-04', '2027-03-10'],
    ['returns a third attempt after two weeks', declinedOn('2027-03-03', '2027-03-10'), '2027-03-11', '2027-03-17'],
    ['skips a missed attempt', declinedOn('2027-03-12'), '2027-03-12', '2027-03-17'],
    ['returns null after the fourteenth day', declinedOn('2027-03-17'), '2027-03-17', null],
    ['returns null later', renewing, '2027-03-18', null],
    ['returns null without automatic renewal', { ...renewing, isRenewing: false }, '2027-03-03', null],
  ])('%s', (_name, membership, today, on) => {
    expect(getNextChargeDate(membership, first, today)).toBe(on);
  });

  it('ignores attempts of an earlier year', () => {
    const other = { ...renewing, declined: [{ dueOn: '2026-03-03', triedOn: '2026-03-03' }] };
    expect(getNextChargeDate(other, first, '2027-03-03')).toBe('2027-03-03');
  });
});

describe('getPeriodSpan', () => {
  const span = (kind: PeriodKind, membership: Membership, today: string) =>
    getPeriodSpan(kind, getMembershipStatus(membership, diver, today), today);

  it('returns ninety days for a trial', () => {
    expect(span('trial', nobody, '2026-02-01')).toEqual(['2026-02-01', '2026-05-02']);
  });
  it('returns a year from today', () => {
    expect(span('first', nobody, '2026-03-03')).toEqual(['2026-03-03', '2027-03-03']);
    expect(span('first', nobody, '2028-02-29')).toEqual(['2028-02-29', '2029-02-28']);
  });
  it('adds the rest of the trial to the year', () => {
    expect(span('first', trial, '2026-04-02')).toEqual(['2026-04-02', '2027-05-02']);
  });
  it('returns the year after the current or past-due one', () => {
    expect(span('regular', year, '2027-02-10')).toEqual(['2027-03-03', '2028-03-03']);
    expect(span('regular', declinedOn('2027-03-03'), '2027-03-09')).toEqual(['2027-03-03', '2028-03-03']);
  });
  it('returns a year from today for a reactivation', () => {
    expect(span('reactivation', year, '2027-06-01')).toEqual(['2027-06-01', '2028-06-01']);
  });
});

describe('getDueReminder', () => {
  it.each([
    [31, null],
    [30, 30],
    [29, 30],
    [8, 30],
    [7, 7],
    [2, 7],
    [1, 1],
    [0, null],
    [-1, null],
  ])('with %i days left returns %s', (left, days) => {
    expect(getDueReminder(addDays('2026-06-01', left), '2026-06-01')).toBe(days);
  });
});

describe('getECardError', () => {
  const ready = { eCard: false, approvedPhoto: true };
  it('allows Open Water, Advanced, Rescue and most specialties', () => {
    const eligible = levels.filter((level) => getECardError(level, ready) === null).map(({ name }) => name);
    expect(eligible).toEqual(expect.arrayContaining(['open_water', 'advanced', 'rescue', 'deep', 'dry_suit']));
    expect(eligible).not.toEqual(expect.arrayContaining(['divemaster']));
    expect(getECardError(findLevel(80), ready)).toBe('club.not_eligible_level');
    expect(getECardError(undefined, ready)).toBe('club.not_eligible_level');
  });
  it('returns the reason', () => {
    expect(getECardError(findLevel(10), { eCard: true, approvedPhoto: false })).toBe('club.has_ecard');
    expect(getECardError(findLevel(10), { eCard: false, approvedPhoto: false })).toBe('club.no_photo');
  });
});
