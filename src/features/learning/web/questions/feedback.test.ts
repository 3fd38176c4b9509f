import { describe, expect, it } from 'vitest';
import type { AnswerKey, Question } from '#features/learning/shared/content.ts';
import { getFeedback } from './feedback.ts';

const richText = (text: string) => [{ text }];
const question = (type: Question['type']): Question => ({
  id: 'q',
  type,
  prompt: [],
  options: ['0', '1', '2', '3'].map((id) => ({ id, text: richText(id) })),
  terms: [],
  unit: null,
  picture: null,
  spots: [],
});
const key = (right: string[], why: AnswerKey['why'] = []): AnswerKey => ({
  right,
  tolerance: null,
  why,
  explanation: [],
});

describe('getFeedback', () => {
  it('returns the explanation of the chosen option', () => {
    const wrong = key(['1'], [{ id: '0', text: richText('Pain is late.') }]);
    expect(getFeedback(question('choice'), wrong, ['0'])).toEqual({ why: [richText('Pain is late.')], hint: null });
    expect(getFeedback(question('choice'), wrong, ['2'])).toEqual({ why: [], hint: null });
  });

  it('counts missing and extra options of several choices', () => {
    const { hint } = getFeedback(question('choices'), key(['0', '1', '2']), ['0', '3']);
    expect(hint?.values).toEqual({ missing: 2, extra: 1 });
  });

  it('counts items in the right position of an order', () => {
    expect(getFeedback(question('order'), key(['2', '0', '1']), ['2', '1', '0']).hint?.values).toEqual({
      count: 1,
      total: 3,
    });
  });

  it('reports whether a number is too high or too low', () => {
    expect(getFeedback(question('number'), key(['33.8']), ['40']).hint?.id).toBe('learning.player.hint.high');
    expect(getFeedback(question('number'), key(['33.8']), ['-3']).hint?.id).toBe('learning.player.hint.low');
  });
});
