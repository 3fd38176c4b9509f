import type { TableAccess } from '#platform/server/db/table-types.ts';
import type { Exercise, PickedCard, Reason } from '#features/applications/shared/application.ts';
import type { Facts } from '#features/applications/shared/requirements.ts';
import type { Action, ApplicationState, StepRole } from '#features/applications/shared/steps.ts';

export const tables = {
  owns: ['application', 'application_note', 'application_proof', 'application_signature', 'application_step'],
  reads: ['active_instructor', 'mailing_address', 'payment', 'person', 'person_name', 'person_photo', 'staff_member'],
} satisfies TableAccess;

declare module '#platform/server/db/table-types.ts' {
  interface ColumnTypes {
    'application.cards': Record<string, PickedCard>;
    'application.exercises': Record<string, Exercise>;
    /** Empty until the facts are stored for the first time. */
    'application.facts': Facts | Record<string, never>;
    'application.first_aid': { date?: string | null; provider?: string; isElsewhere?: boolean };
    'application.reasons': Reason[];
    'application.state': ApplicationState;
    'application_signature.role': 'applicant' | 'instructor';
    'application_step.action': Action;
    'application_step.by_role': StepRole;
    'application_step.from_state': ApplicationState;
    'application_step.reasons': Reason[];
    'application_step.to_state': ApplicationState;
  }
}
