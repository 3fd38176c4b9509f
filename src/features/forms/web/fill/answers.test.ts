import { describe, expect, it } from 'vitest';
import type { Answers } from '#features/forms/shared/contract.ts';
import { mergeAnswers, dropClosedChanges, questionRows, groupPhysicianReasons } from './answers.ts';
import { questionnaire } from './questionnaire-testing.ts';

const forms = [questionnaire];
const main = questionnaire.sections[0];
if (main === undefined) throw new Error('a questionnaire has questions');

describe('what is changed here', () => {
  it('stands over what the account has, and null takes an answer away', () => {
    expect(mergeAnswers(forms, { 'm.q1': 'no', 'm.q2': 'no' }, { 'm.q1': 'yes', 'm.q2': null })).toEqual({
      'm.q1': 'yes',
    });
  });

  it('closes a box with all that was in it', () => {
    expect(mergeAnswers(forms, { 'm.q1': 'yes', 'm.a1': 'yes' }, { 'm.q1': 'no' })).toEqual({ 'm.q1': 'no' });
    expect(dropClosedChanges(forms, { 'm.q1': 'yes' }, { 'm.a1': 'yes', 'm.q1': 'no' })).toEqual({ 'm.q1': 'no' });
  });

  it('is sent with the yes that opens its box', () => {
    const changes = { 'm.q1': 'yes', 'm.a1': 'no' };
    expect(dropClosedChanges(forms, {}, changes)).toEqual(changes);
  });
});

describe('a run of questions', () => {
  const shape = (answers: Answers, unfolded: string[] = []) =>
    questionRows(questionnaire, main, answers, (id) => unfolded.includes(id)).map((row) =>
      row.kind === 'run'
        ? row.questions.map(({ number }) => number).join('')
        : `${row.question.number}${row.box ? '+' : ''}`,
    );
  const no = (...numbers: number[]) => Object.fromEntries(numbers.map((number) => [`m.q${number}`, 'no']));

  it.each([
    ['nothing is folded before anything is answered', {}, ['1', '2', '3', '4', '5']],
    ['what was answered with no before a yes is one line', { ...no(1, 2, 4, 5), 'm.q3': 'yes' }, ['12', '3', '4', '5']],
    ['so is what stands before the question that is next', no(1, 2, 3), ['123', '4', '5']],
    ['one question is no run', no(1), ['1', '2', '3', '4', '5']],
    ['all answered with no stand open: there is nowhere to hurry to', no(1, 2, 3, 4, 5), ['1', '2', '3', '4', '5']],
    ['a yes shows its box', { 'm.q1': 'yes', ...no(2, 3) }, ['1+', '23', '4', '5']],
  ])('%s', (_what, answers, rows) => {
    expect(shape(answers)).toEqual(rows);
  });

  it('is unfolded when somebody wants to change it', () => {
    expect(shape(no(1, 2, 3), ['m.q1', 'm.q2', 'm.q3'])).toEqual(['1', '2', '3', '4', '5']);
  });
});

describe('the reasons for a physician', () => {
  it('are told by the number of the question, also of those in its box', () => {
    const answers = { 'm.q1': 'yes', 'm.a1': 'yes', 'm.a2': 'yes', 'm.q3': 'yes' };
    expect(groupPhysicianReasons(forms, answers)).toEqual([
      { number: '1', texts: ['First in the box?', 'Second in the box?'] },
      { number: '3', texts: ['Third?'] },
    ]);
  });

  it('are none where a box was opened and all in it is no', () => {
    expect(groupPhysicianReasons(forms, { 'm.q1': 'yes', 'm.a1': 'no', 'm.a2': 'no' })).toEqual([]);
  });
});
