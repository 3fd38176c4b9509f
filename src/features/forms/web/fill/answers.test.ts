import { describe, expect, it } from 'vitest';
import type { Answers } from '#features/forms/shared/contract.ts';
import { mergeAnswers, dropClosedChanges, questionRows, groupPhysicianReasons } from './answers.ts';
import { questionnaire } from './questionnaire-testing.ts';

const forms = [questionnaire];
const main = questionnaire.sections[0];
if (main === undefined) throw new Error('the questionnaire has no section');

describe('mergeAnswers and dropClosedChanges', () => {
  it('apply changes over saved answers, and null removes one', () => {
    expect(mergeAnswers(forms, { 'm.q1': 'no', 'm.q2': 'no' }, { 'm.q1': 'yes', 'm.q2': null })).toEqual({
      'm.q1': 'yes',
    });
  });

  it('drop all answers in a closed box', () => {
    expect(mergeAnswers(forms, { 'm.q1': 'yes', 'm.a1': 'yes' }, { 'm.q1': 'no' })).toEqual({ 'm.q1': 'no' });
    expect(dropClosedChanges(forms, { 'm.q1': 'yes' }, { 'm.a1': 'yes', 'm.q1': 'no' })).toEqual({ 'm.q1': 'no' });
  });

  it('keep an answer together with the yes that opens its box', () => {
    const changes = { 'm.q1': 'yes', 'm.a1': 'no' };
    expect(dropClosedChanges(forms, {}, changes)).toEqual(changes);
  });
});

describe('questionRows', () => {
  const shape = (answers: Answers, unfolded: string[] = []) =>
    questionRows(questionnaire, main, answers, (id) => unfolded.includes(id)).map((row) =>
      row.kind === 'run'
        ? row.questions.map(({ number }) => number).join('')
        : `${row.question.number}${row.box ? '+' : ''}`,
    );
  const no = (...numbers: number[]) => Object.fromEntries(numbers.map((number) => [`m.q${number}`, 'no']));

  it.each([
    ['folds nothing before the first answer', {}, ['1', '2', '3', '4', '5']],
    ['folds answers of no before a yes', { ...no(1, 2, 4, 5), 'm.q3': 'yes' }, ['12', '3', '4', '5']],
    ['folds answers of no before the next open question', no(1, 2, 3), ['123', '4', '5']],
    ['does not fold a single question', no(1), ['1', '2', '3', '4', '5']],
    ['folds nothing when all answers are no', no(1, 2, 3, 4, 5), ['1', '2', '3', '4', '5']],
    ['shows the box of a yes', { 'm.q1': 'yes', ...no(2, 3) }, ['1+', '23', '4', '5']],
  ])('%s', (_what, answers, rows) => {
    expect(shape(answers)).toEqual(rows);
  });

  it('shows unfolded questions', () => {
    expect(shape(no(1, 2, 3), ['m.q1', 'm.q2', 'm.q3'])).toEqual(['1', '2', '3', '4', '5']);
  });
});

describe('groupPhysicianReasons', () => {
  it('groups reasons by question number, including those in its box', () => {
    const answers = { 'm.q1': 'yes', 'm.a1': 'yes', 'm.a2': 'yes', 'm.q3': 'yes' };
    expect(groupPhysicianReasons(forms, answers)).toEqual([
      { number: '1', texts: ['First in the box?', 'Second in the box?'] },
      { number: '3', texts: ['Third?'] },
    ]);
  });

  it('is empty when all answers in an opened box are no', () => {
    expect(groupPhysicianReasons(forms, { 'm.q1': 'yes', 'm.a1': 'no', 'm.a2': 'no' })).toEqual([]);
  });
});
