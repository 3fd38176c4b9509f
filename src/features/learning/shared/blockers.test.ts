import { describe, expect, it } from 'vitest';
import { type BoardFacts, blockers, listBlockers, filterDiveBlockers } from './blockers.ts';

const nothing: BoardFacts = {
  forms: 'missing',
  medical: 'missing',
  isKnown: false,
  exam: { done: 0, total: 1 },
  skills: { done: 3, total: 21 },
  dives: { done: 1, total: 4 },
  divesWaiting: 1,
  hasPhoto: false,
};
const everything: BoardFacts = {
  forms: 'signed',
  medical: 'ok',
  isKnown: true,
  exam: { done: 1, total: 1 },
  skills: { done: 21, total: 21 },
  dives: { done: 4, total: 4 },
  divesWaiting: 0,
  hasPhoto: true,
};

describe('listBlockers', () => {
  it('returns an empty list when nothing is missing', () => {
    expect(listBlockers(everything)).toEqual([]);
  });

  it('returns blockers in display order', () => {
    expect(listBlockers(nothing)).toEqual(['forms', 'lessons', 'exam', 'skills', 'dives_waiting', 'dives', 'photo']);
    expect(listBlockers({ ...nothing, forms: 'guardian', medical: 'refused' }).slice(0, 3)).toEqual([
      'refused',
      'guardian',
      'lessons',
    ]);
  });

  it.each([
    ['missing forms', { forms: 'missing' }, ['forms']],
    ['a guardian who has not signed', { forms: 'guardian', medical: 'missing' }, ['guardian']],
    ['forms without a medical', { medical: 'missing' }, ['forms']],
    ['a pending physician visit', { medical: 'physician' }, ['physician']],
    ['a physician response to review', { medical: 'review' }, ['review']],
    ['a physician who did not clear the student', { medical: 'refused' }, ['refused']],
    ['an expired medical', { medical: 'expired' }, ['expired']],
    ['lessons or quizzes to complete', { isKnown: false }, ['lessons']],
    ['an exam to pass', { exam: { done: 0, total: 1 } }, ['exam']],
    ['a skill to sign off', { skills: { done: 20, total: 21 } }, ['skills']],
    ['a missing dive', { dives: { done: 3, total: 4 } }, ['dives']],
    ['a dive to verify', { dives: { done: 3, total: 4 }, divesWaiting: 1 }, ['dives_waiting']],
    ['a missing photo', { hasPhoto: false }, ['photo']],
  ] as [string, Partial<BoardFacts>, string[]][])('reports %s', (_what, change, expected) => {
    expect(listBlockers({ ...everything, ...change })).toEqual(expected);
  });

  it('reports no exam, skills or dives for a course that has none', () => {
    const none = { done: 0, total: 0 };
    expect(listBlockers({ ...everything, exam: none, skills: none, dives: none })).toEqual([]);
  });
});

describe('filterDiveBlockers', () => {
  it('returns only form and medical blockers', () => {
    expect(filterDiveBlockers(blockers)).toEqual(['forms', 'physician', 'review', 'refused', 'expired', 'guardian']);
    expect(filterDiveBlockers(['lessons', 'exam', 'skills', 'dives_waiting', 'dives', 'photo'])).toEqual([]);
  });
});
