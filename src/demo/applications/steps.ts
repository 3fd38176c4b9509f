import { dayMs } from '#platform/shared/dates.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import type { Reason } from '#features/applications/shared/application.ts';
import { type Action, type ApplicationState, findStep } from '#features/applications/shared/steps.ts';
import type { DemoApplicant } from '#demo/world/applicants.ts';
import { ids } from '#demo/world/people.ts';
import { createRandom } from '#demo/world/random.ts';
import type { Timeline } from '#demo/world/timeline.ts';

export interface DemoStep {
  action: Action;
  from: ApplicationState;
  to: ApplicationState;
  by: number | null;
  role: 'applicant' | 'instructor' | 'staff' | 'portal';
  note: string;
  reasons: readonly Reason[];
  at: string;
}

export interface SeededApplication {
  applicant: DemoApplicant;
  id: number;
  steps: readonly DemoStep[];
}

const { staff } = ids;
const hourMs = 3_600_000;

/** The actions that led to the state. An application returned by the desk was sent to it before. */
function listActions({ state, recommendation, reasons }: DemoApplicant): Action[] {
  const isByInstructor = reasons.some(({ field }) => field === 'dives') || recommendation === '';
  const sent: Action[] = ['submit', 'open', 'send'];
  const actionsByState: Record<DemoApplicant['state'], Action[]> = {
    SubmittedToInstructor: ['submit'],
    MemberReview: ['submit', 'open'],
    Returned: isByInstructor ? ['submit', 'open', 'return'] : [...sent, 'send_back'],
    SubmittedToAssociation: sent,
    PaymentDue: [...sent, 'approve'],
    Completed: [...sent, 'approve', 'complete'],
    Rejected: [...sent, 'reject'],
  };
  return actionsByState[state];
}

export function hasConfirmedExercises(applicant: DemoApplicant): boolean {
  return listActions(applicant).includes('send');
}

/** The steps, one per day. The last one was `days` ago. */
export function listSteps(applicant: DemoApplicant, { now }: Timeline): DemoStep[] {
  const actions = listActions(applicant);
  const last = now.getTime() - applicant.days * dayMs - (applicant.affiliateId % 7) * hourMs;
  let from: ApplicationState = 'Draft';
  return actions.map((action, place) => {
    const { by: role, to } = findStep(action);
    const people = { applicant: applicant.affiliateId, instructor: applicant.instructorId, staff, portal: null };
    const isLast = place === actions.length - 1;
    const step = {
      action,
      from,
      to,
      by: people[role],
      role,
      note: isLast ? applicant.note : '',
      reasons: isLast ? applicant.reasons : [],
      at: new Date(last - (actions.length - 1 - place) * dayMs - pickDelayMs(applicant, action)).toISOString(),
    };
    from = to;
    return step;
  });
}

/** No one decides at the same minute every day. */
function pickDelayMs({ affiliateId }: DemoApplicant, action: Action): number {
  return createRandom(`step ${affiliateId} ${action}`).int(0, hourMs);
}

/** A staff note on the oldest application at the desk. */
export function listNotes({ applicant, id: application }: SeededApplication, { now }: Timeline) {
  if (applicant.state !== 'SubmittedToAssociation' || applicant.days < 9) return [];
  const at = new Date(now.getTime() - 3 * dayMs).toISOString();
  const text = 'Called the instructor about the ice dives. All fine; copies will follow by email.';
  const affiliate = applicant.affiliateId;
  return [
    {
      affiliate_id: affiliate,
      application_id: application,
      id: createUuidFromText(`demo application note ${affiliate}`),
      by_id: staff,
      text,
      at,
    },
  ];
}
