import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Facts,
  evaluateRequirements,
  listOpenRequirements,
  type Problem,
  type Requirement,
  type Stage,
} from './requirements.ts';

const today = '2026-11-16';
const kinds = ['night', 'deep', 'navigation'] as const;
const exercises = ['swim_400', 'tread_15', 'snorkel_800', 'tow_100', 'equipment_exchange'];
const requirements: Requirement[] = [
  { id: 'age', kind: 'age', years: 18 },
  { id: 'card_rescue', kind: 'card', place: 'rescue', levels: [40] },
  { id: 'first_aid', kind: 'first_aid', months: 24 },
  { id: 'medical', kind: 'medical', months: 12 },
  { id: 'dives', kind: 'dives', toBegin: 40, toCertify: 60 },
  { id: 'dive_kinds', kind: 'dive_kinds', kinds: [...kinds] },
  { id: 'exercises', kind: 'exercises', exercises, maxScore: 5, points: 15 },
  { id: 'proof_exam', kind: 'proof', proof: 'exam' },
];
const done = (score: number, isConfirmed = true) =>
  Object.fromEntries(exercises.map((id) => [id, { score, isConfirmed }]));
const complete: Facts = {
  birthdate: '1995-07-17',
  cards: { rescue: { date: '2025-06-02', isOutside: false, isShown: true } },
  firstAid: { date: '2026-01-10', isElsewhere: false, hasProof: false },
  medical: { date: '2026-03-01', source: 'record' },
  dives: { total: 60, verified: 9, kinds: { night: 1, deep: 2, navigation: 1 } },
  exercises: done(3),
  proofs: ['exam'],
};
const problemsOf = (facts: Partial<Facts>, stage: Stage = 'certify') =>
  listOpenRequirements(evaluateRequirements(requirements, { ...complete, ...facts }, today, stage)).map(
    ({ id, problem }) => `${id} ${problem}`,
  );

describe('evaluateRequirements', () => {
  it('is met when every requirement is met', () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({}, 'begin')).toEqual([]);
  });

  it.each<[string, Partial<Facts>, string, Problem]>([
    ['no birthdate', { birthdate: null }, 'age', 'birthdate_missing'],
    ['the day before the 18th birthday', { birthdate: '2008-11-17' }, 'age', 'too_young'],
    ['no card', { cards: {} }, 'card_rescue', 'card_missing'],
    [
      'a card from elsewhere without a picture',
      { cards: { rescue: { date: null, isOutside: true, isShown: false } } },
      'card_rescue',
      'card_picture_missing',
    ],
    ['no first aid', { firstAid: { ...complete.firstAid, date: null } }, 'first_aid', 'date_missing'],
    ['first aid tomorrow', { firstAid: { ...complete.firstAid, date: '2026-11-17' } }, 'first_aid', 'date_future'],
    [
      'first aid of 24 months and a day',
      { firstAid: { ...complete.firstAid, date: '2024-11-15' } },
      'first_aid',
      'too_old',
    ],
    [
      'first aid from elsewhere without a copy',
      { firstAid: { ...complete.firstAid, isElsewhere: true } },
      'first_aid',
      'proof_missing',
    ],
    ['no medical', { medical: { date: null, source: null } }, 'medical', 'proof_missing'],
    ['a medical of 12 months and a day', { medical: { date: '2025-11-15', source: 'record' } }, 'medical', 'too_old'],
    ['a medical of tomorrow', { medical: { date: '2026-11-17', source: 'proof' } }, 'medical', 'date_future'],
    ['a dive too few', { dives: { ...complete.dives, total: 59 } }, 'dives', 'too_few'],
    [
      'no night dive',
      { dives: { ...complete.dives, kinds: { deep: 1, navigation: 1 } } },
      'dive_kinds',
      'kinds_missing',
    ],
    [
      'an exercise without a score',
      { exercises: { ...done(4), swim_400: undefined as never } },
      'exercises',
      'scores_missing',
    ],
    ['unconfirmed exercises', { exercises: done(4, false) }, 'exercises', 'scores_unconfirmed'],
    ['too few points', { exercises: done(2) }, 'exercises', 'points_missing'],
    ['no copy of the exam', { proofs: [] }, 'proof_exam', 'proof_missing'],
  ])('is open with %s', (_name, facts, id, problem) => {
    expect(problemsOf(facts)).toEqual([`${id} ${problem}`]);
  });

  it.each<[string, Partial<Facts>]>([
    ['the 18th birthday', { birthdate: '2008-11-16' }],
    ['first aid of 24 months to the day', { firstAid: { ...complete.firstAid, date: '2024-11-16' } }],
    ['a medical of 12 months to the day', { medical: { date: '2025-11-16', source: 'proof' } }],
    ['first aid of today', { firstAid: { ...complete.firstAid, date: today } }],
    ['a copy of first aid from elsewhere', { firstAid: { ...complete.firstAid, isElsewhere: true, hasProof: true } }],
  ])('is met by %s', (_name, facts) => {
    expect(problemsOf(facts)).toEqual([]);
  });

  it('requires less to begin: 40 dives and no exercises', () => {
    const facts = { dives: { ...complete.dives, total: 40 }, exercises: {} };
    expect(problemsOf(facts, 'begin')).toEqual([]);
    expect(problemsOf(facts)).toEqual(['dives too_few', 'exercises scores_missing']);
    expect(problemsOf({ dives: { ...complete.dives, total: 39 } }, 'begin')).toEqual(['dives too_few']);
  });

  it('returns the progress', () => {
    const judged = evaluateRequirements(requirements, { ...complete, exercises: done(4, false) }, today, 'certify');
    const of = (id: string) => judged.find((one) => one.id === id);
    expect(of('age')).toMatchObject({ have: 31, need: 18, date: '1995-07-17' });
    expect(of('dives')).toMatchObject({ have: 60, need: 60 });
    expect(of('exercises')).toMatchObject({ have: 20, need: 15 });
    expect(of('exercises')?.parts[0]).toEqual({ id: 'swim_400', have: 4, isMet: false });
    expect(of('dive_kinds')?.parts).toContainEqual({ id: 'deep', have: 2, isMet: true });
  });

  it('never requires less for the association than to begin', () => {
    const someFacts = fc.record({
      total: fc.nat(80),
      score: fc.integer({ min: 1, max: 5 }),
      isConfirmed: fc.boolean(),
      birthdate: fc.constantFrom(null, '1990-01-01', '2010-01-01'),
    });
    fc.assert(
      fc.property(someFacts, ({ total, score, isConfirmed, birthdate }) => {
        const facts = { birthdate, dives: { ...complete.dives, total }, exercises: done(score, isConfirmed) };
        expect(problemsOf(facts)).toEqual(expect.arrayContaining(problemsOf(facts, 'begin')));
      }),
    );
  });
});
