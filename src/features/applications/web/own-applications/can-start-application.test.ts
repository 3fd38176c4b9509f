import { expect, test } from 'vitest';
import type { ApplicationState } from '#features/applications/shared/steps.ts';
import { canStartApplication } from './can-start-application.ts';

const divemaster = { id: 1, name: 'divemaster' };
const had = (state: ApplicationState) => [{ types: [divemaster], state }];

test('only a level that is offered can be begun', () => {
  expect(canStartApplication({ ...divemaster, isOffered: true }, [])).toBe(true);
  expect(canStartApplication({ ...divemaster, isOffered: false }, [])).toBe(false);
});

test.each<[ApplicationState, boolean]>([
  ['Draft', false],
  ['SubmittedToAssociation', false],
  ['Completed', false],
  ['Rejected', true],
])('with one that is %s another can be begun: %s', (state, isPossible) => {
  expect(canStartApplication({ ...divemaster, isOffered: true }, had(state))).toBe(isPossible);
});
