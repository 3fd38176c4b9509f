import { useIntl } from 'react-intl';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import type { ApplicationState } from '#features/applications/shared/steps.ts';
import { stateName } from '#features/applications/shared/labels.ts';

const looks: Readonly<Record<ApplicationState, ChipStatus | null>> = {
  Draft: 'draft',
  SubmittedToInstructor: 'pending',
  MemberReview: 'pending',
  SubmittedToAssociation: 'pending',
  PaymentDue: 'pending',
  Completed: 'verified',
  Returned: 'returned',
  Rejected: null,
};

export function StateChip({ state }: { state: ApplicationState }) {
  const intl = useIntl();
  const status = looks[state];
  return <Chip {...(status && { status })}>{stateName(intl, state)}</Chip>;
}
