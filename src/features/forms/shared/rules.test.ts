import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answers, FormView } from './contract.ts';
import {
  factAnswers,
  isMedicalRequired,
  isOwnName,
  isSameName,
  isSignature,
  missingQuestions,
  openQuestions,
  physicianReasons,
  dropClosedAnswers,
} from './rules.ts';

function question(id: string, more: Partial<FormView['sections'][number]['questions'][number]> = {}) {
  return {
    id,
    kind: 'yesno' as const,
    number: null,
    text: id,
    fact: null,
    asksPhysician: false,
    isOptional: false,
    ...more,
  };
}
function section(id: string, opensWith: string | null, questions: FormView['sections'][number]['questions']) {
  return { id, title: null, opensWith, paragraphs: [], points: [], questions };
}

const form: FormView = {
  id: 'f',
  version: 1,
  title: 'F',
  intro: null,
  acknowledgement: 'Yes.',
  sections: [
    section('main', null, [
      question('f.heart'),
      question('f.tired', { asksPhysician: true }),
      question('f.old', { fact: 'over45' }),
      question('f.remark', { kind: 'text', isOptional: true }),
    ]),
    section('box', 'f.heart', [question('f.surgery', { asksPhysician: true }), question('f.pain')]),
  ],
};
const answersOf = fc.dictionary(
  fc.constantFrom('f.heart', 'f.tired', 'f.old', 'f.remark', 'f.surgery', 'f.pain', 'f.unknown'),
  fc.constantFrom('yes', 'no', '', ' '),
);

describe('questions', () => {
  it('open a box only after a yes', () => {
    const isOpen = (heart: string | undefined) =>
      openQuestions([form], heart === undefined ? {} : { 'f.heart': heart }).some(({ id }) => id === 'f.pain');
    expect(['yes', 'no', '', 'Yes', undefined].map(isOpen)).toEqual([true, false, false, false, false]);
  });

  it('drop the answers in a closed box and keep the rest', () => {
    const before = { 'f.heart': 'no', 'f.surgery': 'yes', 'f.tired': 'no', 'f.remark': 'x' };
    expect(dropClosedAnswers([form], before)).toEqual({ 'f.heart': 'no', 'f.tired': 'no', 'f.remark': 'x' });
  });

  it('report every open question without an answer, except optional ones', () => {
    expect(missingQuestions([form], {})).toEqual(['f.heart', 'f.tired', 'f.old']);
    expect(missingQuestions([form], { 'f.heart': 'yes', 'f.tired': ' ', 'f.old': 'no' })).toEqual([
      'f.tired',
      'f.surgery',
      'f.pain',
    ]);
    expect(missingQuestions([form], { 'f.heart': 'no', 'f.tired': 'no', 'f.old': 'no' })).toEqual([]);
  });

  it('ignore dropped answers in every rule', () => {
    fc.assert(
      fc.property(answersOf, (answers: Answers) => {
        const remaining = dropClosedAnswers([form], answers);
        const open = openQuestions([form], remaining).map(({ id }) => id);
        expect(openQuestions([form], answers).map(({ id }) => id)).toEqual(open);
        expect(Object.keys(remaining).every((id) => open.includes(id))).toBe(true);
        expect(dropClosedAnswers([form], remaining)).toEqual(remaining);
        expect(missingQuestions([form], remaining)).toEqual(missingQuestions([form], answers));
        expect(physicianReasons([form], remaining)).toEqual(physicianReasons([form], answers));
        expect(physicianReasons([form], answers).every((id) => open.includes(id) && answers[id] === 'yes')).toBe(true);
      }),
    );
  });
});

describe('physician', () => {
  it.each([
    [{ 'f.heart': 'yes', 'f.surgery': 'no', 'f.pain': 'yes', 'f.tired': 'no' }, []],
    [{ 'f.heart': 'yes', 'f.surgery': 'yes', 'f.tired': 'no' }, ['f.surgery']],
    [{ 'f.heart': 'no', 'f.surgery': 'yes', 'f.tired': 'yes' }, ['f.tired']],
  ])('is required by a yes to an open question: %j', (answers, reasons) => {
    expect(physicianReasons([form], answers as Answers)).toEqual(reasons);
  });

  it('is still needed for the statuses physician, review and refused', () => {
    const required = (['none', 'clear', 'physician', 'review', 'approved', 'refused'] as const).filter(
      isMedicalRequired,
    );
    expect(required).toEqual(['physician', 'review', 'refused']);
  });
});

describe('factAnswers', () => {
  it.each([
    ['1981-11-15', '2026-11-15', 'no'],
    ['1981-11-14', '2026-11-15', 'yes'],
    ['1981-11-16', '2026-11-15', 'no'],
    ['1980-11-15', '2026-11-15', 'yes'],
    ['1980-02-29', '2025-02-28', 'no'],
    ['1980-02-29', '2025-03-01', 'yes'],
    ['2014-03-02', '2026-11-15', 'no'],
  ])('for the birthdate %s on %s: over 45 is %s', (birthdate, today, answer) => {
    expect(factAnswers([form], birthdate, today)).toEqual({ 'f.old': answer });
  });
});

describe('isSignature', () => {
  const wave = Array.from({ length: 40 }, (_, place) => [100 + place * 8, 100 + (place % 5) * 12]).flat();

  it.each([
    ['a dot', [[300, 100]]],
    ['many dots at one place', Array.from({ length: 30 }, () => [300, 100])],
    ['a short dash', [[300, 100, 310, 100, 320, 100, 330, 101, 340, 101, 341, 101, 342, 101, 343, 101, 344, 101]]],
    ['a scribble on one spot', [Array.from({ length: 80 }, (_, place) => [300 + (place % 2) * 5, 100]).flat()]],
    ['a line of two points', [[0, 0, 600, 200]]],
    ['nothing', []],
    ['a stroke that ends in half a point', [[...wave, 5]]],
  ])('rejects %s', (_name, strokes) => {
    expect(isSignature(strokes)).toBe(false);
  });

  it('accepts a signature anywhere in the field', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100, max: 180 }), fc.integer({ min: -100, max: 50 }), (dx, dy) => {
        expect(isSignature([wave.map((value, index) => value + (index % 2 === 0 ? dx : dy))])).toBe(true);
      }),
    );
  });
});

describe('typed name', () => {
  it.each([
    ['Ida Okafor', 'Ida Okafor', true],
    ['  ida  OKAFOR ', 'Ida Okafor', true],
    ['Jose Nunez', 'José Núñez', true],
    ['Anne Marie O’Neil', "Anne-Marie O'Neil", true],
    ['田中 花子', '田中花子', true],
    ['Ida', 'Ida Okafor', false],
    ['Okafor Ida', 'Ida Okafor', false],
    ['', '', false],
    ['-', '.', false],
    ['12', '12', false],
    ['\u3164', '\u3164', false],
    ['Ida\u200B Okafor', 'Ida Okafor', true],
  ])('“%s” for “%s”: %s', (typed, name, isSame) => {
    expect(isSameName(typed, name)).toBe(isSame);
  });

  it.each([
    ['Ida Ngozi Okafor', true],
    ['Ida Okafor', true],
    ['Okafor Ida', true],
    ['Okafor, Ida Ngozi', true],
    ['OkaforIda', true],
    ['Okafor', false],
    ['Ngozi Okafor', false],
  ])('“%s” is the signer’s own: %s', (typed, isOwn) => {
    expect(isOwnName(typed, { givenName: 'Ida', middleName: 'Ngozi', familyName: 'Okafor' })).toBe(isOwn);
  });

  it.each(['山田太郎', '山田 太郎', '太郎　山田', '山田・太郎'])('“%s” is the signer’s own', (typed) => {
    expect(isOwnName(typed, { givenName: '太郎', familyName: '山田' })).toBe(true);
  });
});
