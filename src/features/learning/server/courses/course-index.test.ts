import { describe, expect, it } from 'vitest';
import type { NextStep } from '#features/learning/shared/course-contract.ts';
import { findNextStepInText, findNextStep } from './course-index.ts';

const keys = ['pressure/a', 'pressure/ab', 'review:pressure', 'quiz:pressure', 'gear/a'];
const steps = keys.map((id): NextStep => ({ kind: 'lesson', id, number: '', title: '', minutes: 1 }));
const paddedKeys = keys.map((key) => ` ${key} `);
const following = (done: string[]) =>
  findNextStepInText({ steps, paddedKeys }, done.length > 0 ? ` ${done.join(' ')} ` : '')?.id;

describe('findNextStep', () => {
  it.each<[string, string[], string | undefined]>([
    ['is the first step without progress', [], 'pressure/a'],
    ['follows the completed steps', ['pressure/a', 'pressure/ab'], 'review:pressure'],
    ['is the first skipped step', ['pressure/a', 'quiz:pressure', 'gear/a'], 'pressure/ab'],
    ['ignores the order of completion', ['gear/a', 'pressure/ab', 'pressure/a', 'review:pressure'], 'quiz:pressure'],
    ['distinguishes keys with the same prefix', ['pressure/ab'], 'pressure/a'],
    ['ignores steps that were removed from the course', ['old/one', 'pressure/a'], 'pressure/ab'],
    ['is undefined when all steps are completed', keys, undefined],
  ])('%s', (_who, done, next) => {
    expect(following(done)).toBe(next);
    expect(findNextStep({ steps, keys }, new Set(done))?.id).toBe(next);
  });
});
