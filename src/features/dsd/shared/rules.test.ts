import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkpointStatuses, type CheckpointStatus } from './contract.ts';
import {
  ageProblem,
  canTransition,
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

describe('a processed checkpoint', () => {
  it.each([
    ['processed', 0, true],
    ['Processed', 30, true],
    ['PROCESSED', 12.5, true],
    ['processed', 30.01, false],
    ['processed', -0.01, false],
    ['completed', 1, false],
  ])('with status %s, changed %d days ago, counts: %s', (status, days, expected) => {
    expect(isRecentlyProcessed({ status, updatedDate: daysAgo(days) }, now)).toBe(expected);
  });

  it('does not count when there is none, or when its date is not one', () => {
    expect(isRecentlyProcessed(null, now)).toBe(false);
    expect(isRecentlyProcessed({ status: 'processed', updatedDate: 'yesterday' }, now)).toBe(false);
  });

  it('counts exactly from day 0 to day 30', () => {
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

describe('the steps of the programme', () => {
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
  ])('let the %s go from %s to %j', (by, from, expected) => {
    expect(checkpointStatuses.filter((to) => canTransition(by, from, to))).toEqual(expected);
  });

  it('end with the dive', () => {
    for (const by of actors)
      for (const to of checkpointStatuses) expect(canTransition(by, 'processed', to)).toBe(false);
  });

  it('lead to processed only through completed, whoever takes them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...actors), anyStatus)), (asked) => {
        const visited: CheckpointStatus[] = ['welcome'];
        for (const [by, to] of asked) {
          const from = visited.at(-1) as CheckpointStatus;
          if (canTransition(by, from, to)) visited.push(to);
        }
        const end = visited.indexOf('processed');
        expect(end === -1 || (visited[end - 1] === 'completed' && end === visited.length - 1)).toBe(true);
        const forms = visited.indexOf('forms');
        // Back from the forms, the same steps come again.
        expect(visited.slice(0, forms === -1 ? undefined : forms + 1)).toEqual(
          ['welcome', 'affiliation', 'forms'].slice(0, forms === -1 ? visited.length : 3),
        );
      }),
    );
  });

  it('are behind somebody or ahead of them, never both', () => {
    fc.assert(
      fc.property(anyStatus, anyStatus, (now, asked) => {
        expect(hasReached(now, asked) && hasReached(asked, now)).toBe(now === asked);
        // Whoever asks for what comes next has not had it yet; only whom somebody dives with can be chosen once more.
        const isBack = now === 'forms' && asked === 'affiliation';
        expect(canTransition('diver', now, asked) && hasReached(now, asked)).toBe(isBack);
      }),
    );
  });

  it('are done with the forms once they are completed', () => {
    expect(checkpointStatuses.filter((status) => hasCompletedForms({ status }))).toEqual(['completed', 'processed']);
  });
});

describe('the age', () => {
  it.each([
    ['2016-11-15', null],
    ['2016-11-16', 'too_young'],
    ['1950-01-01', null],
    [null, 'birthdate_missing'],
  ])('of somebody born on %s: %s', (birthdate, problem) => {
    expect(ageProblem(birthdate, '2026-11-15')).toBe(problem);
  });
});

describe('the day from which it is possible', () => {
  it.each([
    ['2017-03-09', '2027-03-09'],
    ['2016-02-29', '2026-03-01'],
  ])('is for who was born on %s the %s', (birthdate, from) => {
    expect(eligibleFrom(birthdate)).toBe(from);
    expect(ageProblem(birthdate, from)).toBeNull();
  });
});

describe('a link', () => {
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
  ])('with ?%s names store %s and member %s', (query, store, member) => {
    expect(parseLinkedProfessionals(new URLSearchParams(query))).toEqual({ store, member });
  });

  it('names somebody else only where it names somebody', () => {
    const saved = { store_number: 20_001, member_number: null };
    expect(isOtherProfessional(saved, { store: null, member: null })).toBe(false);
    expect(isOtherProfessional(saved, { store: 20_001, member: null })).toBe(false);
    expect(isOtherProfessional(saved, { store: 20_002, member: null })).toBe(true);
    expect(isOtherProfessional(saved, { store: 20_001, member: 100_001 })).toBe(true);
  });
});

describe('the way on', () => {
  const nobody = { store: null, member: null };
  const at = (status: string, days = 1) => ({
    store_number: 20_001,
    member_number: null,
    status,
    updatedDate: daysAgo(days),
  });

  it.each([
    ['welcome', '/dsd/welcome'],
    ['affiliation', '/dsd/confirm-affiliation'],
    ['forms', '/training/medical-form'],
    ['forms-submitted', '/training/medical-form'],
    ['completed', '/training?ref=dsd'],
    ['Processed', '/training?ref=dsd'],
  ])('from %s is %s', (status, place) => {
    expect(getNextPath(at(status), nobody, now)).toBe(place);
    expect(getNextPath(at(status), { store: 20_001, member: null }, now)).toBe(place);
    expect(getNextPath(at(status), { store: 20_002, member: null }, now)).toBe('/dsd/welcome');
    expect(getNextPath(at(status), { store: null, member: 100_001 }, now)).toBe('/dsd/welcome');
  });

  it('begins again where the dive was more than 30 days ago, and stays where a clock is behind', () => {
    expect(getNextPath(at('Processed', 30.01), nobody, now)).toBe('/dsd/welcome');
    expect(getNextPath(at('processed', 29.99), nobody, now)).toBe('/training?ref=dsd');
    expect(getNextPath(at('processed', -0.01), nobody, now)).toBe('/training?ref=dsd');
    expect(getNextPath(at('completed', 400), nobody, now)).toBe('/training?ref=dsd');
  });

  it('begins at the welcome', () => {
    expect(getNextPath(null, nobody, now)).toBe('/dsd/welcome');
  });
});
