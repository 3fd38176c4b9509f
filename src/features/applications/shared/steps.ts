/** The states of an application. The server and the screens share the table of steps below. */
export const applicationStates = [
  'Draft',
  'SubmittedToInstructor',
  'MemberReview',
  'SubmittedToAssociation',
  'PaymentDue',
  'Completed',
  'Returned',
  'Rejected',
] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** Roles in an application. A store that it names reviews it until the instructor decides. */
export const applicationRoles = ['applicant', 'instructor', 'store', 'staff'] as const;
export type ApplicationRole = (typeof applicationRoles)[number];
export type StepRole = ApplicationRole | 'portal';

export const actions = [
  'submit',
  'withdraw',
  'open',
  'return',
  'send',
  'send_back',
  'approve',
  'reject',
  'undo',
  'complete',
] as const;
export type Action = (typeof actions)[number];

interface Step {
  action: Action;
  by: Exclude<StepRole, 'store'>;
  /** May take the step in addition to `by`. */
  alsoBy?: 'store';
  from: readonly ApplicationState[];
  to: ApplicationState;
}

export const steps: readonly Step[] = [
  { action: 'submit', by: 'applicant', from: ['Draft', 'Returned'], to: 'SubmittedToInstructor' },
  // Also allowed after opening, because an instructor may never finish the review.
  { action: 'withdraw', by: 'applicant', from: ['SubmittedToInstructor', 'MemberReview'], to: 'Draft' },
  { action: 'open', by: 'instructor', alsoBy: 'store', from: ['SubmittedToInstructor'], to: 'MemberReview' },
  { action: 'return', by: 'instructor', alsoBy: 'store', from: ['MemberReview'], to: 'Returned' },
  { action: 'send', by: 'instructor', from: ['MemberReview'], to: 'SubmittedToAssociation' },
  { action: 'send_back', by: 'staff', from: ['SubmittedToAssociation'], to: 'Returned' },
  { action: 'approve', by: 'staff', from: ['SubmittedToAssociation'], to: 'PaymentDue' },
  { action: 'reject', by: 'staff', from: ['SubmittedToAssociation'], to: 'Rejected' },
  // Limited to the latest desk decision, before people are notified.
  { action: 'undo', by: 'staff', from: ['Returned', 'PaymentDue', 'Rejected'], to: 'SubmittedToAssociation' },
  { action: 'complete', by: 'portal', from: ['PaymentDue'], to: 'Completed' },
];

export function findStep(action: Action): Step {
  const step = steps.find((one) => one.action === action);
  if (step === undefined) throw new Error(`unknown application step ${action}`);
  return step;
}

/** The role whose turn it is; null for final states. */
export function getTurn(state: ApplicationState): 'applicant' | 'instructor' | 'staff' | null {
  if (state === 'Draft' || state === 'Returned' || state === 'PaymentDue') return 'applicant';
  if (state === 'SubmittedToInstructor' || state === 'MemberReview') return 'instructor';
  return state === 'SubmittedToAssociation' ? 'staff' : null;
}

/** Notifications of desk decisions are sent after this window, in which the clerk can undo them. */
export { undoWindowMs } from '#platform/shared/undo.ts';
/** Payment links expire after this and work once. */
export const paymentLinkDays = 14;
/** The association's service level: due after five days, late after seven. */
export const processingDays = { due: 5, late: 7 } as const;
