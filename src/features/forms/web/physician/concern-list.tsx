import { FormattedMessage } from 'react-intl';
import type { Concern } from '#features/forms/shared/concerns.ts';

/** The questions answered with yes, each with the title of its box. */
export function ConcernList({ concerns }: { concerns: readonly Concern[] }) {
  // An empty list means that a physician has refused an earlier form.
  if (concerns.length === 0) return <FormattedMessage id="forms.physician.was_refused" />;
  return (
    <ul className="grid">
      {concerns.map(({ id, text, within }) => (
        <li className="grid py-3 border-line not-first:border-t first:pt-0 last:pb-0" key={id} dir="auto">
          {within !== null && <span className="text-sm text-ink-2">{within}</span>}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
