import { describe, expect, it } from 'vitest';
import type { Answers } from '#features/forms/shared/contract.ts';
import { missingQuestions, openQuestions, physicianReasons } from '#features/forms/shared/rules.ts';
import { formLibrary } from './form-library.ts';

const names = { diver: 'Ida', store: null, instructor: null, association: 'Bluewater' };
const { form } = formLibrary.view('medical', formLibrary.newestOf('medical'), 'US', 'en-US', names);
const ten = Array.from({ length: 10 }, (_, index) => `medical.q${index + 1}`);
const allNo: Answers = Object.fromEntries(ten.map((id) => [id, 'no']));

/** The boxes that a yes opens in the published questionnaire. */
const boxes = [
  ['q1', 'a', 5],
  ['q2', 'b', 4],
  ['q4', 'c', 4],
  ['q6', 'd', 5],
  ['q7', 'e', 4],
  ['q8', 'f', 5],
  ['q9', 'g', 6],
] as const;
const idsOf = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `medical.${letter}${index + 1}`);

describe('medical questionnaire', () => {
  it('has ten numbered questions and a pregnancy notice without a question', () => {
    expect(openQuestions([form], {}).map(({ id, number }) => [id, number])).toEqual(
      ten.map((id, index) => [id, String(index + 1)]),
    );
    expect(form.sections.find(({ id }) => id === 'pregnancy')).toMatchObject({ questions: [], opensWith: null });
  });

  it('needs no physician when all ten answers are no', () => {
    expect(missingQuestions([form], allNo)).toEqual([]);
    expect(physicianReasons([form], allNo)).toEqual([]);
  });

  it.each(['q3', 'q5', 'q10'])('needs a physician after a yes to %s', (id) => {
    const answers = { ...allNo, [`medical.${id}`]: 'yes' };
    expect(missingQuestions([form], answers)).toEqual([]);
    expect(physicianReasons([form], answers)).toEqual([`medical.${id}`]);
  });

  it.each(boxes)(
    'opens after a yes to %s box %s with %i questions, each of which can require a physician',
    (id, letter, count) => {
      const box = idsOf(letter, count);
      const answers: Answers = { ...allNo, [`medical.${id}`]: 'yes' };
      expect(missingQuestions([form], answers)).toEqual(box);
      expect(physicianReasons([form], answers)).toEqual([]);
      const cleared = { ...answers, ...Object.fromEntries(box.map((one) => [one, 'no'])) };
      expect(missingQuestions([form], cleared)).toEqual([]);
      expect(physicianReasons([form], cleared)).toEqual([]);
      for (const one of box) expect(physicianReasons([form], { ...cleared, [one]: 'yes' })).toEqual([one]);
      // Answers in a closed box don't count.
      expect(physicianReasons([form], { ...cleared, [`medical.${id}`]: 'no', [box[0] as string]: 'yes' })).toEqual([]);
    },
  );

  it('derives the age question from the profile', () => {
    expect(openQuestions([form], {}).filter(({ fact }) => fact !== null)).toMatchObject([
      { id: 'medical.q2', fact: 'over45' },
    ]);
  });
});
