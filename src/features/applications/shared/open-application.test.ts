import { expect, it } from 'vitest';
import type { ApplicationRow } from './application.ts';
import { findOpenApplication, needsApplicant } from './open-application.ts';
import type { ApplicationState } from './steps.ts';

const row = (state: ApplicationState) => ({ id: state, state }) as unknown as ApplicationRow;

it.each([
  [[], null],
  [['Completed', 'Rejected'], null],
  [['SubmittedToAssociation', 'Draft'], 'Draft'],
  [['Draft', 'PaymentDue', 'Returned'], 'PaymentDue'],
  [['Completed', 'MemberReview'], 'MemberReview'],
] as [ApplicationState[], ApplicationState | null][])('of %j the open one is %s', (states, found) => {
  expect(findOpenApplication(states.map(row))?.state ?? null).toBe(found);
});

it('waits for the applicant only in their own states', () => {
  expect(['Draft', 'MemberReview', 'PaymentDue'].map((state) => needsApplicant({ state } as ApplicationRow))).toEqual([
    true,
    false,
    true,
  ]);
});
