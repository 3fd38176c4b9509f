import { expect, it } from 'vitest';
import { listConcerns } from './concerns.ts';
import type { FormView } from './contract.ts';

const question = (id: string, asksPhysician: boolean): FormView['sections'][number]['questions'][number] => ({
  id: `medical.${id}`,
  kind: 'yesno',
  number: null,
  text: `Question ${id}?`,
  fact: null,
  asksPhysician,
  isOptional: false,
});
const form: FormView = {
  id: 'medical',
  version: 1,
  title: 'Medical',
  intro: null,
  acknowledgement: 'Yes.',
  sections: [
    {
      id: 'questions',
      title: 'The questions',
      opensWith: null,
      paragraphs: [],
      points: [],
      questions: [question('q1', false), question('q3', true)],
    },
    {
      id: 'box',
      title: 'Lungs',
      opensWith: 'medical.q1',
      paragraphs: [],
      points: [],
      questions: [question('a1', true), question('a2', true)],
    },
  ],
};

it('listConcerns returns each yes that requires a physician, with its box', () => {
  const answers = { 'medical.q1': 'yes', 'medical.q3': 'yes', 'medical.a1': 'no', 'medical.a2': 'yes' };
  expect(listConcerns([form], answers)).toEqual([
    { id: 'medical.q3', text: 'Question q3?', within: null },
    { id: 'medical.a2', text: 'Question a2?', within: 'Lungs' },
  ]);
});

it('listConcerns ignores closed boxes and boxes without a yes', () => {
  expect(listConcerns([form], { 'medical.q1': 'no', 'medical.a1': 'yes' })).toEqual([]);
  expect(listConcerns([form], { 'medical.q1': 'yes', 'medical.a1': 'no', 'medical.a2': 'no' })).toEqual([]);
});
