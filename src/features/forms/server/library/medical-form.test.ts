import { describe, expect, it } from 'vitest';
import type { Answers } from '#features/forms/shared/contract.ts';
import { missingQuestions, openQuestions, physicianReasons } from '#features/forms/shared/rules.ts';
import { formLibrary } from './form-library.ts';

const names = { diver: 'Ida', store: null, instructor: null, association: 'Bluewater' };
const { form } = formLibrary.view('medical', 1, 'US', 'en-US', names);
const ten = Array.from({ length: 10 }, (_, index) => `medical.q${index + 1}`);
const allNo: Answers = Object.fromEntries(ten.map((id) => [id, 'no']));

/** How DOMAIN says it: what a yes leads to. */
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

describe('the medical questionnaire', () => {
  it('asks ten numbered questions, and says of pregnancy only that one must not dive', () => {
    expect(openQuestions([form], {}).map(({ id, number }) => [id, number])).toEqual(
      ten.map((id, index) => [id, String(index + 1)]),
    );
    expect(form.sections.find(({ id }) => id === 'pregnancy')).toMatchObject({ questions: [], opensWith: null });
  });

  it('needs no physician when all ten are answered with no', () => {
    expect(missingQuestions([form], allNo)).toEqual([]);
    expect(physicianReasons([form], allNo)).toEqual([]);
  });

  it.each(['q3', 'q5', 'q10'])('asks for a physician at once after a yes to %s', (id) => {
    const answers = { ...allNo, [`medical.${id}`]: 'yes' };
    expect(missingQuestions([form], answers)).toEqual([]);
    expect(physicianReasons([form], answers)).toEqual([`medical.${id}`]);
  });

  it.each(boxes)(
    'opens after a yes to %s box %s with %i questions, each of which may ask for a physician',
    (id, letter, count) => {
      const box = idsOf(letter, count);
      const answers: Answers = { ...allNo, [`medical.${id}`]: 'yes' };
      expect(missingQuestions([form], answers)).toEqual(box);
      expect(physicianReasons([form], answers)).toEqual([]);
      const cleared = { ...answers, ...Object.fromEntries(box.map((one) => [one, 'no'])) };
      expect(missingQuestions([form], cleared)).toEqual([]);
      expect(physicianReasons([form], cleared)).toEqual([]);
      for (const one of box) expect(physicianReasons([form], { ...cleared, [one]: 'yes' })).toEqual([one]);
      // Closed again, what stands in it counts no more.
      expect(physicianReasons([form], { ...cleared, [`medical.${id}`]: 'no', [box[0] as string]: 'yes' })).toEqual([]);
    },
  );

  it('knows the age from the profile', () => {
    expect(openQuestions([form], {}).filter(({ fact }) => fact !== null)).toMatchObject([
      { id: 'medical.q2', fact: 'over45' },
    ]);
  });
});
