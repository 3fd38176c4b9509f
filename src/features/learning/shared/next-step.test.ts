import { expect, it } from 'vitest';
import { findNextStep, type NextStep } from './next-step.ts';

const open = (...steps: NextStep[]) => {
  const none = { application: false, returned_dive: false, discover: false, course: false, offer: false };
  return { ...none, ...Object.fromEntries(steps.map((step) => [step, true])) };
};

it.each([
  [[], null],
  [['offer'], 'offer'],
  [['offer', 'course'], 'course'],
  [['course', 'returned_dive'], 'returned_dive'],
  [['returned_dive', 'application', 'course'], 'application'],
  [['course', 'discover'], 'discover'],
] as [NextStep[], NextStep | null][])('of %j the next step is %s', (steps, next) => {
  expect(findNextStep(open(...steps))).toBe(next);
});
