import type { ApplicationRow } from './application.ts';
import type { ApplicationState } from './steps.ts';

/** The applicant's turn first. */
const openStates: readonly ApplicationState[] = [
  'PaymentDue',
  'Returned',
  'Draft',
  'MemberReview',
  'SubmittedToInstructor',
  'SubmittedToAssociation',
];
const applicantStates: ReadonlySet<ApplicationState> = new Set(['PaymentDue', 'Returned', 'Draft']);

/** The application in progress that is the most urgent for its applicant. */
export function findOpenApplication(rows: readonly ApplicationRow[]): ApplicationRow | null {
  const open = rows.filter(({ state }) => openStates.includes(state));
  return open.toSorted((a, b) => openStates.indexOf(a.state) - openStates.indexOf(b.state))[0] ?? null;
}

export function needsApplicant({ state }: Pick<ApplicationRow, 'state'>): boolean {
  return applicantStates.has(state);
}
