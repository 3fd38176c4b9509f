import { FormattedMessage } from 'react-intl';
import { storeTourStep } from '#platform/web/session/tour-step.ts';
import { LinkButton } from '#ui/buttons/button.tsx';
import { findTourPerson } from './tour-people.ts';

/** Starts the tour of a demo person, also after it was left. */
export function TourLink({ email }: { email: string | null }) {
  if (findTourPerson(email) === undefined) return null;
  return (
    <LinkButton className="py-1.5 text-inherit" weight="text" onClick={() => storeTourStep(0)}>
      <FormattedMessage id="shell.foot.tour" />
    </LinkButton>
  );
}
