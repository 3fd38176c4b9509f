import type { FormView } from '#features/forms/shared/contract.ts';

const question = (id: string, text: string, number: string | null = null, asksPhysician = false) => ({
  id: `m.${id}`,
  kind: 'yesno' as const,
  number,
  text,
  fact: null,
  asksPhysician,
  isOptional: false,
});

/** Five questions: the first opens a box of two, the third requires a physician. */
export const questionnaire: FormView = {
  id: 'm',
  version: 1,
  title: 'A questionnaire',
  intro: null,
  sections: [
    {
      id: 'main',
      title: null,
      opensWith: null,
      paragraphs: [],
      points: [],
      questions: [
        question('q1', 'First?', '1'),
        question('q2', 'Second?', '2'),
        question('q3', 'Third?', '3', true),
        question('q4', 'Fourth?', '4'),
        question('q5', 'Fifth?', '5'),
      ],
    },
    {
      id: 'box-a',
      title: 'More about the first',
      opensWith: 'm.q1',
      paragraphs: [],
      points: [],
      questions: [question('a1', 'First in the box?', null, true), question('a2', 'Second in the box?', null, true)],
    },
  ],
  acknowledgement: 'I have answered honestly.',
};
