import { expect, test } from 'vitest';
import type { ApplicationState } from '../shared/steps.ts';
import { canBegin } from './can-begin.ts';

const divemaster = { id: 1, name: 'divemaster' };
const instructor = { id: 2, name: 'instructor' };
const had = (state: ApplicationState) => [{ types: [divemaster], state }];

test('a diver is offered the first level, a professional the next as well', () => {
  expect(canBegin(divemaster, [], 'diver')).toBe(true);
  expect(canBegin(instructor, [], 'diver')).toBe(false);
  expect(canBegin(instructor, [], 'professional')).toBe(true);
});

test.each<[ApplicationState, boolean]>([
  ['Draft', false],
  ['SubmittedToAssociation', false],
  ['Completed', false],
  ['Rejected', true],
])('with one that is %s another can be begun: %s', (state, isOffered) => {
  expect(canBegin(divemaster, had(state), 'diver')).toBe(isOffered);
});
