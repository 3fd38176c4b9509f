import { CircleAlert } from 'lucide-react';
import { useIntl } from 'react-intl';
import { CompletionDisc } from '../../../ui/section.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { Application } from '../../applications/shared/application.ts';
import { requirementText } from '../../applications/shared/words.ts';
import { checkName, factText } from './application-words.ts';

/** Each requirement with what it stands on; an open one says what is missing. */
export function ApplicationChecks({ application: { requirements } }: { application: Application }) {
  const intl = useIntl();
  return (
    <ul className="checks">
      {requirements.map((judged) => (
        <li key={judged.id} className={judged.isMet ? undefined : 'open'}>
          {judged.isMet ? (
            <CompletionDisc completion="complete" isTiny />
          ) : (
            <CircleAlert className="coral" size={20} aria-hidden="true" />
          )}
          <span className="grow">
            {checkName(intl, judged)}
            <VisuallyHidden>
              {' '}
              {intl.formatMessage({ id: `applications.requirement.${judged.isMet ? 'met' : 'open'}` })}
            </VisuallyHidden>
          </span>
          <span className="fact num">{judged.isMet ? factText(intl, judged) : requirementText(intl, judged)}</span>
        </li>
      ))}
    </ul>
  );
}
