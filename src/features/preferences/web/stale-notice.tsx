import { FormattedMessage } from 'react-intl';
import { Callout } from '#ui/feedback/callout.tsx';
import type { Choices } from '#features/preferences/shared/rules.ts';
import { ChoiceText } from './choice-text.tsx';

/** Shows what another page has saved, so it is not overwritten unnoticed. */
export function StaleNotice({ saved, changed }: { saved: Choices; changed: readonly (keyof Choices)[] }) {
  return (
    <div role="alert" className="mb-5">
      <Callout kind="alert">
        <b>
          <FormattedMessage id="preferences.stale.title" />
        </b>
        <p className="mt-1">
          <FormattedMessage id="preferences.stale.text" />
        </p>
        <ul className="mt-2 list-disc ps-5">
          {changed.map((subject) => (
            <li key={subject}>
              <ChoiceText subject={subject} value={String(saved[subject])} />
            </li>
          ))}
        </ul>
      </Callout>
    </div>
  );
}
