import { describe, expect, it } from 'vitest';
import type { NextStep } from '#features/learning/shared/course-contract.ts';
import { findNextStepInText, findNextStep } from './course-index.ts';

const keys = ['pressure/a', 'pressure/ab', 'review:pressure', 'quiz:pressure', 'gear/a'];
const steps = keys.map((id): NextStep => ({ kind: 'lesson', id, number: '', title: '', minutes: 1 }));
const words = keys.map((key) => ` ${key} `);
const following = (done: string[]) =>
  findNextStepInText({ steps, words }, done.length > 0 ? ` ${done.join(' ')} ` : '')?.id;

describe('findNextStep', () => {
  it.each<[string, string[], string | undefined]>([
    ['of who has done nothing', [], 'pressure/a'],
    ['of who goes in order', ['pressure/a', 'pressure/ab'], 'review:pressure'],
    ['of who left something out', ['pressure/a', 'quiz:pressure', 'gear/a'], 'pressure/ab'],
    ['of who went back', ['gear/a', 'pressure/ab', 'pressure/a', 'review:pressure'], 'quiz:pressure'],
    ['where one name begins like another', ['pressure/ab'], 'pressure/a'],
    ['of who did something that is no longer in the course', ['old/one', 'pressure/a'], 'pressure/ab'],
    ['of who has done all of it', keys, undefined],
  ])('%s', (_who, done, next) => {
    expect(following(done)).toBe(next);
    expect(findNextStep({ steps, keys }, new Set(done))?.id).toBe(next);
  });
});
