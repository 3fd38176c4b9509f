import { expect, it } from 'vitest';
import { choiceQuestion, createCourseMaker, questionLine, withQuestion } from './testing.ts';

const make = await createCourseMaker();

it.each([
  ['an invalid id', ':::question{#Ears type="choice"}\nWhy?\n:::', 'a question needs an id'],
  ['an unknown type', choiceQuestion('q').replace('"choice"', '"riddle"'), 'the type must be one of'],
  ['no answers', ':::question{#q type="choice"}\nWhy?\n:::', 'the answers are missing'],
  ['no question text', choiceQuestion('q').replace('When?\n', ''), 'the question text is missing'],
  [
    'no explanation',
    choiceQuestion('q').replace('Because early is early.\n', ''),
    'the explanation after the answers is missing',
  ],
  [
    'two right answers to a single choice',
    choiceQuestion('q').replace('- [ ]', '- [x]'),
    'exactly one answer must be right',
  ],
  ['answers without checkboxes', choiceQuestion('q').replaceAll(/- \[.\] /g, '- '), 'a list of - [ ] and - [x]'],
  [
    'one right answer to several choices',
    choiceQuestion('q').replace('"choice"', '"choices"'),
    'at least two answers must be right',
  ],
  [
    'an order of two items',
    ':::question{#q type="order"}\nHow?\n\n1. a\n2. b\n\nSo.\n:::',
    'order needs a numbered list of 3 to 6',
  ],
  [
    'a match of two rows',
    ':::question{#q type="match"}\nHow?\n\n| a | b |\n|--|--|\n| 1 | 2 |\n| 3 | 4 |\n\nSo.\n:::',
    '3 to 5 rows',
  ],
  [
    'a match with duplicate answers',
    ':::question{#q type="match"}\nHow?\n\n| a | b |\n|--|--|\n| 1 | 2 |\n| 3 | 2 |\n| 4 | 5 |\n\nSo.\n:::',
    'have the same answer',
  ],
  ['an invalid number', ':::question{#q type="number" answer="many"}\nHow many?\n\nSo.\n:::', 'answer="12.5"'],
  [
    'a negative tolerance',
    ':::question{#q type="number" answer="1" tolerance="-1"}\nHow?\n\nSo.\n:::',
    'answer="12.5"',
  ],
  ['a hotspot without a picture', choiceQuestion('q').replace('"choice"', '"hotspot"'), 'hotspot needs a picture'],
  [
    'a hotspot without coordinates',
    choiceQuestion('q', ' src="kit.svg" alt="A kit."').replace('"choice"', '"hotspot"'),
    'must end in @x,y,r',
  ],
  ['a picture without alt text', choiceQuestion('q', ' src="kit.svg"'), 'the picture has no alt'],
  [
    'other content around the answers',
    choiceQuestion('q').replace('When?', '## When?'),
    'only paragraphs are allowed around',
  ],
])('a question with %s is rejected', async (_name, question, problem) => {
  const {
    errors: [error],
  } = await make(withQuestion(`${question}\n`));
  const line = Number(/ears\.md:(\d+): /.exec(error ?? '')?.[1]);
  expect(error).toContain(problem);
  // The error points at the question or at a line inside it.
  expect(line).toBeGreaterThanOrEqual(questionLine);
  expect(line).toBeLessThan(questionLine + question.split('\n').length);
});
