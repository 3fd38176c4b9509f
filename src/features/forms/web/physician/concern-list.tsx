import { FormattedMessage } from 'react-intl';
import './physician.css';
import type { Concern } from '#features/forms/shared/concerns.ts';

/** The questions answered with yes, each with the title of its box. */
export function ConcernList({ concerns }: { concerns: readonly Concern[] }) {
  // An empty list means that a physician has refused an earlier form.
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
