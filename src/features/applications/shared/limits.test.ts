import { expect, it } from 'vitest';
import type { ApplicationRow } from './application.ts';
import { applicationEndpoints, deskQueues, maxProofs, pageSize } from './contract.ts';
import { findOpenApplication, needsApplicant } from './open-application.ts';
import {
  applicationStates,
  type ApplicationState,
  paymentLinkDays,
  processingDays,
  steps,
  undoWindowMs,
} from './steps.ts';

it.each([
  ['days of a payment link', paymentLinkDays, 14],
  ['days after which processing is due', processingDays.due, 5],
  ['days after which processing is late', processingDays.late, 7],
  ['time to undo a decision: 10 seconds', undoWindowMs, 10_000],
  ['applications on a page', pageSize, 100],
  ['proofs of an application', maxProofs, 20],
  [
    'size of a proof: 10 MiB',
    applicationEndpoints.endpoints['POST Applications/{id}/proofs'].upload.maxBytes,
    10_485_760,
  ],
])('%s', (_name, actual, expected) => {
  expect(actual).toBe(expected);
});

it('order of the desk', () => {
  expect(deskQueues).toEqual(['waiting', 'payment', 'returned', 'done']);
});

it('steps with their role, states and result', () => {
  expect(steps.map(({ action, by, alsoBy, from, to }) => [action, alsoBy ? [by, alsoBy] : [by], from, to])).toEqual([
    ['submit', ['applicant'], ['Draft', 'Returned'], 'SubmittedToInstructor'],
    ['withdraw', ['applicant'], ['SubmittedToInstructor', 'MemberReview'], 'Draft'],
    ['open', ['instructor', 'store'], ['SubmittedToInstructor'], 'MemberReview'],
    ['return', ['instructor', 'store'], ['MemberReview'], 'Returned'],
    ['send', ['instructor'], ['MemberReview'], 'SubmittedToAssociation'],
    ['send_back', ['staff'], ['SubmittedToAssociation'], 'Returned'],
    ['approve', ['staff'], ['SubmittedToAssociation'], 'PaymentDue'],
    ['reject', ['staff'], ['SubmittedToAssociation'], 'Rejected'],
    ['undo', ['staff'], ['Returned', 'PaymentDue', 'Rejected'], 'SubmittedToAssociation'],
    ['complete', ['portal'], ['PaymentDue'], 'Completed'],
  ]);
});

it('order of open applications, the applicant’s turn first', () => {
  const order: (ApplicationState | null)[] = [];
  let left = applicationStates.map((state) => ({ state }) as ApplicationRow);
  for (let open = findOpenApplication(left); open !== null; open = findOpenApplication(left)) {
    const { state } = open;
    order.push(state);
    left = left.filter((row) => row.state !== state);
  }
  expect(order).toEqual([
    'PaymentDue',
    'Returned',
    'Draft',
    'MemberReview',
    'SubmittedToInstructor',
    'SubmittedToAssociation',
  ]);
  expect(applicationStates.filter((state) => needsApplicant({ state }))).toEqual(['Draft', 'PaymentDue', 'Returned']);
});
