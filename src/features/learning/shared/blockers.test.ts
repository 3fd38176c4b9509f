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
    ['an open form', { forms: 'missing' }, ['forms']],
    ['a guardian who has not signed', { forms: 'guardian', medical: 'missing' }, ['guardian']],
    ['forms without a medical', { medical: 'missing' }, ['forms']],
    ['a physician to see', { medical: 'physician' }, ['physician']],
    ['a page to look at', { medical: 'review' }, ['review']],
    ['a physician who said no', { medical: 'refused' }, ['refused']],
    ['a medical that is over', { medical: 'expired' }, ['expired']],
    ['a quiz that is open', { isKnown: false }, ['lessons']],
    ['an exam', { exam: { done: 0, total: 1 } }, ['exam']],
    ['a skill', { skills: { done: 20, total: 21 } }, ['skills']],
    ['a dive to make', { dives: { done: 3, total: 4 } }, ['dives']],
    ['a dive that only waits', { dives: { done: 3, total: 4 }, divesWaiting: 1 }, ['dives_waiting']],
    ['a photo', { hasPhoto: false }, ['photo']],
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
