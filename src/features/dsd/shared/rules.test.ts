import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkpointStatuses, type CheckpointStatus } from './contract.ts';
import {
  ageProblem,
  canTransition,
  isDiveDate,
  isRecentlyProcessed,
  hasCompletedForms,
  hasReached,
  isOtherProfessional,
  parseLinkedProfessionals,
  getNextPath,
  eligibleFrom,
  type Actor,
} from './rules.ts';

const now = new Date('2026-11-15T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

describe('isRecentlyProcessed', () => {
  it.each([
    ['processed', 0, true],
    ['Processed', 30, true],
    ['PROCESSED', 12.5, true],
    ['processed', 30.01, false],
    ['processed', -0.01, false],
    ['completed', 1, false],
  ])('with status %s, updated %d days ago: %s', (status, days, expected) => {
    expect(isRecentlyProcessed({ status, updatedDate: daysAgo(days) }, now)).toBe(expected);
  });

  it('is false without a checkpoint and for an invalid date', () => {
    expect(isRecentlyProcessed(null, now)).toBe(false);
    expect(isRecentlyProcessed({ status: 'processed', updatedDate: 'yesterday' }, now)).toBe(false);
  });

  it('is true exactly from day 0 to day 30', () => {
    fc.assert(
      fc.property(fc.double({ min: -100, max: 100, noNaN: true }), (days) => {
        const updatedDate = daysAgo(days);
        const age = (now.getTime() - Date.parse(updatedDate)) / 86_400_000;
        expect(isRecentlyProcessed({ status: 'processed', updatedDate }, now)).toBe(age >= 0 && age <= 30);
      }),
    );
  });
});

const actors: readonly Actor[] = ['diver', 'forms', 'professional'];
const anyStatus = fc.constantFrom(...checkpointStatuses);

describe('canTransition', () => {
  it.each<[Actor, CheckpointStatus, CheckpointStatus[]]>([
    ['diver', 'welcome', ['affiliation']],
    ['diver', 'affiliation', ['forms']],
    ['diver', 'forms', ['affiliation']],
    ['diver', 'forms-submitted', []],
    ['diver', 'completed', []],
    ['forms', 'affiliation', []],
    ['forms', 'forms', ['forms-submitted', 'completed']],
    ['forms', 'forms-submitted', ['completed']],
    ['forms', 'completed', ['forms-submitted']],
    ['professional', 'forms', []],
    ['professional', 'forms-submitted', []],
    ['professional', 'completed', ['processed']],
  ])('lets the %s move from %s to %j', (by, from, expected) => {
    expect(checkpointStatuses.filter((to) => canTransition(by, from, to))).toEqual(expected);
  });

  it('allows no step after processed', () => {
    for (const by of actors)
      for (const to of checkpointStatuses) expect(canTransition(by, 'processed', to)).toBe(false);
  });

  it('reaches processed only through completed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...actors), anyStatus)), (attempts) => {
        const visited: CheckpointStatus[] = ['welcome'];
        for (const [by, to] of attempts) {
          const from = visited.at(-1) as CheckpointStatus;
          if (canTransition(by, from, to)) visited.push(to);
        }
        const end = visited.indexOf('processed');
        expect(end === -1 || (visited[end - 1] === 'completed' && end === visited.length - 1)).toBe(true);
        const forms = visited.indexOf('forms');
        // The steps repeat only after going back from forms.
        expect(visited.slice(0, forms === -1 ? undefined : forms + 1)).toEqual(
          ['welcome', 'affiliation', 'forms'].slice(0, forms === -1 ? visited.length : 3),
        );
      }),
    );
  });

  it('agrees with hasReached on which steps are behind', () => {
    fc.assert(
      fc.property(anyStatus, anyStatus, (current, target) => {
        expect(hasReached(current, target) && hasReached(target, current)).toBe(current === target);
        // The next step has not been reached yet; only the affiliation can be chosen a second time.
        const isBack = current === 'forms' && target === 'affiliation';
        expect(canTransition('diver', current, target) && hasReached(current, target)).toBe(isBack);
      }),
    );
  });

  it('hasCompletedForms is true from completed on', () => {
    expect(checkpointStatuses.filter((status) => hasCompletedForms({ status }))).toEqual(['completed', 'processed']);
  });
});

describe('ageProblem', () => {
  it.each([
    ['2016-11-15', null],
    ['2016-11-16', 'too_young'],
    ['1950-01-01', null],
    [null, 'birthdate_missing'],
  ])('for the birthdate %s: %s', (birthdate, problem) => {
    expect(ageProblem(birthdate, '2026-11-15')).toBe(problem);
  });
});

describe('isDiveDate', () => {
  it.each([
    ['2026-11-13', false],
    ['2026-11-14', true],
    ['2026-11-15', true],
    ['2027-11-16', true],
    ['2027-11-17', false],
  ])('for %s: %s', (date, expected) => {
    expect(isDiveDate(date, '2026-11-15')).toBe(expected);
  });
});

describe('eligibleFrom', () => {
  it.each([
    ['2017-03-09', '2027-03-09'],
    ['2016-02-29', '2026-03-01'],
  ])('for the birthdate %s: %s', (birthdate, from) => {
    expect(eligibleFrom(birthdate)).toBe(from);
    expect(ageProblem(birthdate, from)).toBeNull();
  });
});

describe('linked professionals', () => {
  it.each([
    ['', null, null],
    ['store=20001', 20_001, null],
    ['member=100001', null, 100_001],
    ['storeNumber=20001&memberNumber=100001', 20_001, 100_001],
    ['store_number=20001&member_number=100001', 20_001, 100_001],
    ['store=&storeNumber=7', 7, null],
    ['store=%2020001%20', 20_001, null],
    ['store=0042', 42, null],
    ['store=abc&member=1e3', null, null],
    ['store=-1&member=0', null, null],
    ['store=99999999999', null, null],
  ])('parses ?%s as store %s and member %s', (query, store, member) => {
    expect(parseLinkedProfessionals(new URLSearchParams(query))).toEqual({ store, member });
  });

  it('isOtherProfessional compares only the numbers that the link names', () => {
    const saved = { store_number: 20_001, member_number: null };
    expect(isOtherProfessional(saved, { store: null, member: null })).toBe(false);
    expect(isOtherProfessional(saved, { store: 20_001, member: null })).toBe(false);
    expect(isOtherProfessional(saved, { store: 20_002, member: null })).toBe(true);
    expect(isOtherProfessional(saved, { store: 20_001, member: 100_001 })).toBe(true);
  });
});

describe('getNextPath', () => {
  const noNumbers = { store: null, member: null };
  const at = (status: string, days = 1) => ({
    store_number: 20_001,
    member_number: null,
    status,
    updatedDate: daysAgo(days),
    dive_date: null,
  });

  it.each([
    ['welcome', '/dsd/welcome'],
    ['affiliation', '/dsd/confirm-affiliation'],
    ['forms', '/training/medical-form'],
    ['forms-submitted', '/training/medical-form'],
    ['completed', '/training?ref=dsd'],
    ['Processed', '/training?ref=dsd'],
  ])('from %s is %s', (status, place) => {
    expect(getNextPath(at(status), noNumbers, now)).toBe(place);
    expect(getNextPath(at(status), { store: 20_001, member: null }, now)).toBe(place);
    expect(getNextPath(at(status), { store: 20_002, member: null }, now)).toBe('/dsd/welcome');
    expect(getNextPath(at(status), { store: null, member: 100_001 }, now)).toBe('/dsd/welcome');
  });

  it('restarts 30 days after the dive and tolerates a clock that is behind', () => {
    expect(getNextPath(at('Processed', 30.01), noNumbers, now)).toBe('/dsd/welcome');
    expect(getNextPath(at('processed', 29.99), noNumbers, now)).toBe('/training?ref=dsd');
    expect(getNextPath(at('processed', -0.01), noNumbers, now)).toBe('/training?ref=dsd');
    expect(getNextPath(at('completed', 400), noNumbers, now)).toBe('/training?ref=dsd');
  });

  it('starts at the welcome page', () => {
    expect(getNextPath(null, noNumbers, now)).toBe('/dsd/welcome');
  });
});
