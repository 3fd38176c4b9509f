import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presentQuestion, type QuestionContent } from '#features/learning/server/content/questions.ts';
import type { AnswerKey, Question } from './content.ts';
import { isValidAnswer, isRight, shuffle, toPercent } from './grading.ts';

const richText = (text: string) => [{ text }];
const nothing = {
  id: 'q',
  file: 'content/x/en-US/a/b.md',
  line: 1,
  lesson: null,
  prompt: [richText('Why?')],
  options: [],
  terms: [],
  answer: null,
  tolerance: null,
  unit: null,
  picture: null,
  spots: [],
  explanation: [richText('So.')],
};
const option = (isRight_: boolean, place: number) => ({
  text: richText(`answer ${place}`),
  isRight: isRight_,
  why: null,
});

/** Generates questions of every type, as an author could write them. */
const questionSource: fc.Arbitrary<QuestionContent> = fc.oneof(
  fc
    .record({ count: fc.integer({ min: 2, max: 6 }), right: fc.nat(5), isSpot: fc.boolean() })
    .map(({ count, right, isSpot }): QuestionContent => ({
      ...nothing,
      type: isSpot ? 'hotspot' : 'choice',
      options: Array.from({ length: count }, (_, place) => option(place === right % count, place)),
      spots: isSpot
        ? Array.from({ length: count }, (_, place) => ({ name: `spot ${place}`, x: place, y: 1, r: 5 }))
        : [],
    })),
  fc
    .array(fc.boolean(), { minLength: 3, maxLength: 6 })
    .filter((rights) => rights.filter(Boolean).length > 1 && rights.includes(false))
    .map((rights): QuestionContent => ({ ...nothing, type: 'choices', options: rights.map(option) })),
  fc.integer({ min: 3, max: 6 }).map((count): QuestionContent => ({
    ...nothing,
    type: 'order',
    options: Array.from({ length: count }, (_, place) => option(false, place)),
  })),
  fc.integer({ min: 3, max: 5 }).map((count): QuestionContent => ({
    ...nothing,
    type: 'match',
    terms: Array.from({ length: count }, (_, place) => richText(`term ${place}`)),
    options: Array.from({ length: count }, (_, place) => option(true, place)),
  })),
  fc
    .record({ answer: fc.integer({ min: -9_999, max: 9_999 }), tolerance: fc.integer({ min: 0, max: 50 }) })
    .map(({ answer, tolerance }): QuestionContent => ({
      ...nothing,
      type: 'number',
      answer: answer / 10,
      tolerance: tolerance / 10,
    })),
);
const presented = fc.tuple(questionSource, fc.string()).map(([question, seed]) => presentQuestion(question, seed));

/** Yields every possible answer to a question with options. */
function* everyAnswer(ids: readonly string[], length: number): Generator<string[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (const id of ids)
    for (const rest of everyAnswer(
      ids.filter((other) => other !== id),
      length - 1,
    ))
      yield [id, ...rest];
}

const placesOf = ({ type, spots, options }: Question) => (type === 'hotspot' ? spots : options).map(({ id }) => id);

describe('shuffle', () => {
  it('returns the same items', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
        expect(shuffle(items, seed).toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
      }),
    );
  });

  it('returns the same order for the same seed and does not change its input', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
        const before = [...items];
        expect(shuffle(items, seed)).toEqual(shuffle(items, seed));
        expect(items).toEqual(before);
      }),
    );
  });

  it('distributes items evenly over positions', () => {
    const rounds = 6_000;
    const firsts = Array.from({ length: rounds }, (_, round) => shuffle([0, 1, 2, 3], `seed ${round}`)[0]);
    for (const item of [0, 1, 2, 3])
      expect(firsts.filter((first) => first === item).length / rounds).toBeCloseTo(1 / 4, 1);
  });
});

describe('isRight', () => {
  it('accepts the key as a valid and right answer for every question type and seed', () => {
    fc.assert(
      fc.property(presented, ({ question, key }) => {
        expect([isValidAnswer(question, key.right), isRight(question, key, key.right)]).toEqual([true, true]);
      }),
    );
  });

  it('accepts exactly one of all possible answers', () => {
    fc.assert(
      fc.property(
        presented.filter(({ question }) => question.type !== 'number'),
        ({ question, key }) => {
          const ids = placesOf(question);
          const answers = ids.flatMap((_, index) => [...everyAnswer(ids, index + 1)]);
          const right = answers.filter((answer) => isRight(question, key, answer));
          // Order is irrelevant for questions with several right options.
          const outcomes = new Set(
            right.map((answer) => (question.type === 'choices' ? answer.toSorted() : answer).join(' ')),
          );
          expect(outcomes.size).toBe(1);
          expect(right.every((answer) => isValidAnswer(question, answer))).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("keeps the right answer's meaning for every seed", () => {
    const inWords = questionSource.filter(({ type }) => type !== 'hotspot');
    fc.assert(
      fc.property(inWords, fc.string(), fc.string(), (question, one, other) => {
        const textsOf = ({ question: shown, key }: { question: Question; key: AnswerKey }) =>
          key.right.map((id) => shown.options.find((entry) => entry.id === id)?.text ?? id);
        const compare = (texts: unknown[]) =>
          question.type === 'choices' ? texts.map((text) => JSON.stringify(text)).toSorted() : texts;
        expect(compare(textsOf(presentQuestion(question, one)))).toEqual(
          compare(textsOf(presentQuestion(question, other))),
        );
      }),
    );
  });

  it('uses ids that do not reveal the right answer', () => {
    fc.assert(
      fc.property(presented, ({ question }) => {
        const ids = placesOf(question);
        expect(ids).toEqual(ids.map((_, place) => String(place)));
        expect(JSON.stringify(question)).not.toContain('isRight');
      }),
    );
  });

  it.each([
    ['an unknown id', ['9']],
    ['an id twice', ['0', '0', '1']],
    ['too few', ['0']],
    ['none', []],
    ['a word', ['constructor', '1', '2']],
  ])('rejects %s as the answer to an order of three', (_name, answer) => {
    const { question, key } = presentQuestion(
      { ...nothing, type: 'order', options: [0, 1, 2].map((place) => option(false, place)) },
      'x',
    );
    expect([isValidAnswer(question, answer), isRight(question, key, answer)]).toEqual([false, false]);
  });
});

describe('isRight for numbers', () => {
  const { question, key } = presentQuestion({ ...nothing, type: 'number', answer: 33.8, tolerance: 0.3 }, 'x');

  it.each(['33.8', '33.5', '34.1', '33.80', '34'])('accepts %s for 33.8 ± 0.3', (answer) => {
    expect(isRight(question, key, [answer])).toBe(true);
  });

  it.each(['33.4', '34.2', '-33.8', '0'])('rejects %s for 33.8 ± 0.3', (answer) => {
    expect([isValidAnswer(question, [answer]), isRight(question, key, [answer])]).toEqual([true, false]);
  });

  it.each(['', ' ', '33,8', '3e1', 'Infinity', 'NaN', '0x21', '1234567890', '1.1234567', '33.', '.5'])(
    'rejects “%s”',
    (answer) => {
      expect(isValidAnswer(question, [answer])).toBe(false);
    },
  );

  it('accepts numbers within the tolerance only', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -9_999, max: 9_999 }),
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: -99, max: 99 }),
        (tenths, near, off) => {
          const number = presentQuestion(
            { ...nothing, type: 'number', answer: tenths / 10, tolerance: near / 10 },
            'x',
          );
          const answer = ((tenths + off) / 10).toFixed(1);
          expect(isRight(number.question, number.key, [answer])).toBe(Math.abs(off) <= near);
        },
      ),
    );
  });
});

describe('toPercent', () => {
  it('returns a whole number from 0 to 100, rounded down', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (one, other) => {
        const [part, whole] = [Math.min(one, other), Math.max(one, other)];
        const percent = toPercent(part, whole);
        expect(Number.isInteger(percent)).toBe(true);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent * whole).toBeLessThanOrEqual(part * 100);
        expect((percent + 1) * whole > part * 100 || whole === 0).toBe(true);
        expect(percent === 100).toBe(part === whole && whole > 0);
      }),
    );
  });

  it('returns 74 for 37 of 50', () => {
    expect([toPercent(37, 50), toPercent(38, 50), toPercent(0, 0)]).toEqual([74, 76, 0]);
  });
});
