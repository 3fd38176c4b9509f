import { expect, it } from 'vitest';
import { choiceQuestion, createCourseMaker, questionLine, withQuestion } from './testing.ts';

const make = await createCourseMaker();

it.each([
  ['an id that is none', ':::question{#Ears type="choice"}\nWhy?\n:::', 'a question has an id'],
  ['an unknown type', choiceQuestion('q').replace('"choice"', '"riddle"'), 'the type is one of'],
  ['no answers', ':::question{#q type="choice"}\nWhy?\n:::', 'its answers are missing'],
  ['no question', choiceQuestion('q').replace('When?\n', ''), 'nothing is asked'],
  ['no explanation', choiceQuestion('q').replace('Because early is early.\n', ''), 'says why'],
  ['two that are right of one', choiceQuestion('q').replace('- [ ]', '- [x]'), 'exactly one is right'],
  ['answers without boxes', choiceQuestion('q').replaceAll(/- \[.\] /g, '- '), 'a list of - [ ] and - [x]'],
  ['one that is right of several', choiceQuestion('q').replace('"choice"', '"choices"'), 'at least two are right'],
  [
    'an order of two',
    ':::question{#q type="order"}\nHow?\n\n1. a\n2. b\n\nSo.\n:::',
    'order is a numbered list of 3 to 6',
  ],
  [
    'a match of two',
    ':::question{#q type="match"}\nHow?\n\n| a | b |\n|--|--|\n| 1 | 2 |\n| 3 | 4 |\n\nSo.\n:::',
    '3 to 5 rows',
  ],
  [
    'a match with the same twice',
    ':::question{#q type="match"}\nHow?\n\n| a | b |\n|--|--|\n| 1 | 2 |\n| 3 | 2 |\n| 4 | 5 |\n\nSo.\n:::',
    'answered alike',
  ],
  ['a number that is none', ':::question{#q type="number" answer="many"}\nHow many?\n\nSo.\n:::', 'answer="12.5"'],
  [
    'a tolerance below zero',
    ':::question{#q type="number" answer="1" tolerance="-1"}\nHow?\n\nSo.\n:::',
    'answer="12.5"',
  ],
  ['a spot without a picture', choiceQuestion('q').replace('"choice"', '"hotspot"'), 'hotspot has a picture'],
  [
    'a spot without a place',
    choiceQuestion('q', ' src="kit.svg" alt="A kit."').replace('"choice"', '"hotspot"'),
    'ends in @x,y,r',
  ],
  ['a picture without words', choiceQuestion('q', ' src="kit.svg"'), 'its picture has no alt'],
  [
    'something else around the answers',
    choiceQuestion('q').replace('When?', '## When?'),
    'only paragraphs stand around',
  ],
])('a question with %s is rejected', async (_name, question, problem) => {
  const {
    faults: [fault],
  } = await make(withQuestion(`${question}\n`));
  const line = Number(/ears\.md:(\d+): /.exec(fault ?? '')?.[1]);
  expect(fault).toContain(problem);
  // The error points at the question or at a line inside it.
  expect(line).toBeGreaterThanOrEqual(questionLine);
  expect(line).toBeLessThan(questionLine + question.split('\n').length);
});
