/** Where an application stands. What happens to it is in one table, which the server holds and the screens show. */
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

/** Who somebody is to an application. A store that it names reviews it until the instructor decides. */
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
  /** As well as by whose turn it is. */
  alsoBy?: 'store';
  from: readonly ApplicationState[];
  to: ApplicationState;
}

/** Every step there is. */
export const steps: readonly Step[] = [
  { action: 'submit', by: 'applicant', from: ['Draft', 'Returned'], to: 'SubmittedToInstructor' },
  // Also once it is open: an instructor may never come back to it.
  { action: 'withdraw', by: 'applicant', from: ['SubmittedToInstructor', 'MemberReview'], to: 'Draft' },
  { action: 'open', by: 'instructor', alsoBy: 'store', from: ['SubmittedToInstructor'], to: 'MemberReview' },
  { action: 'return', by: 'instructor', alsoBy: 'store', from: ['MemberReview'], to: 'Returned' },
  { action: 'send', by: 'instructor', from: ['MemberReview'], to: 'SubmittedToAssociation' },
  { action: 'send_back', by: 'staff', from: ['SubmittedToAssociation'], to: 'Returned' },
  { action: 'approve', by: 'staff', from: ['SubmittedToAssociation'], to: 'PaymentDue' },
  { action: 'reject', by: 'staff', from: ['SubmittedToAssociation'], to: 'Rejected' },
  // Of what the desk has just decided, before anybody is told.
  { action: 'undo', by: 'staff', from: ['Returned', 'PaymentDue', 'Rejected'], to: 'SubmittedToAssociation' },
  { action: 'complete', by: 'portal', from: ['PaymentDue'], to: 'Completed' },
];

export function findStep(action: Action): Step {
  const step = steps.find((one) => one.action === action);
  if (step === undefined) throw new Error(`there is no step ${action}`);
  return step;
}

/** Whether it is somebody's turn. The screens hide what the server would refuse. */
export function canTakeStep(action: Action, role: StepRole, state: ApplicationState): boolean {
  return isStepRole(action, role) && findStep(action).from.includes(state);
}

export function isStepRole(action: Action, role: StepRole): boolean {
  const { by, alsoBy } = findStep(action);
  return role === by || role === alsoBy;
}

/** While it is in their hands the applicant may change it, and its instructor while reviewing it. */
export function canEdit(role: ApplicationRole, state: ApplicationState): boolean {
  if (role === 'applicant') return state === 'Draft' || state === 'Returned';
  return role === 'instructor' && state === 'MemberReview';
}

/** Whose turn it is; nobody’s once it is over. */
export function getTurn(state: ApplicationState): 'applicant' | 'instructor' | 'staff' | null {
  if (state === 'Draft' || state === 'Returned' || state === 'PaymentDue') return 'applicant';
  if (state === 'SubmittedToInstructor' || state === 'MemberReview') return 'instructor';
  return state === 'SubmittedToAssociation' ? 'staff' : null;
}

/** For so long nobody is told what the desk decided, and whoever decided can take it back. */
export { undoWindowMs } from '#platform/shared/undo.ts';
/** The link to pay works so long, once. */
export const paymentLinkDays = 14;
/** The association’s promise: after five days it is due, after seven it is late. */
export const processingDays = { due: 5, late: 7 } as const;
