import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import type { Reason } from '#features/applications/shared/application.ts';
import { type Action, type ApplicationState, findStep } from '#features/applications/shared/steps.ts';
import type { DemoApplicant } from './applicants.ts';

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
  one: DemoApplicant;
  id: number;
  steps: readonly DemoStep[];
}

const staff = 400_008;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** How each came to where it is. What the desk has returned went on to it first; what an instructor returned did not. */
function listActions({ state, recommendation, reasons }: DemoApplicant): Action[] {
  const isByInstructor = reasons.some(({ field }) => field === 'dives') || recommendation === '';
  const sent: Action[] = ['submit', 'open', 'send'];
  const ways: Record<DemoApplicant['state'], Action[]> = {
    SubmittedToInstructor: ['submit'],
    MemberReview: ['submit', 'open'],
    Returned: isByInstructor ? ['submit', 'open', 'return'] : [...sent, 'send_back'],
    SubmittedToAssociation: sent,
    PaymentDue: [...sent, 'approve'],
    Completed: [...sent, 'approve', 'complete'],
    Rejected: [...sent, 'reject'],
  };
  return ways[state];
}

/** Whether its instructor has seen the exercises. */
export function hasConfirmedExercises(one: DemoApplicant): boolean {
  return listActions(one).includes('send');
}

/** The last as many days ago as it waits, each a day after the one before. */
export function listSteps(one: DemoApplicant, now: Date): DemoStep[] {
  const actions = listActions(one);
  const last = now.getTime() - one.days * dayMs - (one.affiliateId % 7) * hourMs;
  let from: ApplicationState = 'Draft';
  return actions.map((action, place) => {
    const { by: role, to } = findStep(action);
    const people = { applicant: one.affiliateId, instructor: one.instructorId, staff, portal: null };
    const isLast = place === actions.length - 1;
    const step = {
      action,
      from,
      to,
      by: people[role],
      role,
      note: isLast ? one.note : '',
      reasons: isLast ? one.reasons : [],
      at: new Date(last - (actions.length - 1 - place) * dayMs).toISOString(),
    };
    from = to;
    return step;
  });
}

/** What the desk has noted about the one that waits longest. */
export function listNotes({ one, id: application }: SeededApplication, now: Date) {
  if (one.state !== 'SubmittedToAssociation' || one.days < 9) return [];
  const at = new Date(now.getTime() - 3 * dayMs).toISOString();
  const text = 'Asked the instructor by phone about the dives under ice. All fine; the copies come by mail.';
  const affiliate = one.affiliateId;
  return [
    { affiliate, application, id: createUuidFromText(`demo application note ${affiliate}`), by: staff, text, at },
  ];
}
