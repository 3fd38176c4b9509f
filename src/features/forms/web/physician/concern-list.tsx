import { FormattedMessage } from 'react-intl';
import './physician.css';
import type { Concern } from '#features/forms/shared/concerns.ts';

/** What was answered with yes, each with the box it stands in. */
export function ConcernList({ concerns }: { concerns: readonly Concern[] }) {
  // Nothing was answered with yes, but a physician has said no before.
  if (concerns.length === 0) return <FormattedMessage id="forms.physician.was_refused" />;
  return (
    <ul className="concerns">
      {concerns.map(({ id, text, within }) => (
        <li key={id} dir="auto">
          {within !== null && <span className="within">{within}</span>}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
