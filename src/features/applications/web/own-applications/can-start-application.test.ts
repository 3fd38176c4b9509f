import { expect, test } from 'vitest';
import type { ApplicationState } from '#features/applications/shared/steps.ts';
import { canStartApplication } from './can-start-application.ts';

const divemaster = { id: 1, name: 'divemaster' };
const had = (state: ApplicationState) => [{ types: [divemaster], state }];

test('offers only types that are offered', () => {
  expect(canStartApplication({ ...divemaster, isOffered: true }, [])).toBe(true);
  expect(canStartApplication({ ...divemaster, isOffered: false }, [])).toBe(false);
});

test.each<[ApplicationState, boolean]>([
  ['Draft', false],
  ['SubmittedToAssociation', false],
  ['Completed', false],
  ['Rejected', true],
])('returns whether another can be started when one is %s: %s', (state, isPossible) => {
  expect(canStartApplication({ ...divemaster, isOffered: true }, had(state))).toBe(isPossible);
});
