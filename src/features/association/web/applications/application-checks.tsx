import { clsx } from 'clsx';
import { CircleAlert } from '#ui/icons/icons.ts';
import { useIntl } from 'react-intl';
import { CompletionDisc } from '#ui/layout/form-section.tsx';
import { VisuallyHidden } from '#ui/accessibility/visually-hidden.tsx';
import type { Application } from '#features/applications/shared/application.ts';
import { formatRequirement } from '#features/applications/shared/labels.ts';
import { formatRequirementName, formatRequirementFact } from './application-format.ts';

/** The requirements with their evidence; open ones show what is missing. */
export function ApplicationChecks({ application: { requirements } }: { application: Application }) {
  const intl = useIntl();
  return (
    <ul>
      {requirements.map((requirement) => (
        <li key={requirement.id} className="flex min-h-10 items-center gap-3 border-b border-line py-1 text-sm">
          {requirement.isMet ? (
            <CompletionDisc completion="complete" isTiny />
          ) : (
            <CircleAlert className="flex-none text-coral" size={20} aria-hidden="true" />
          )}
          <span className="flex-1">
            {formatRequirementName(intl, requirement)}
            <VisuallyHidden>
              {' '}
              {intl.formatMessage({ id: `applications.requirement.${requirement.isMet ? 'met' : 'open'}` })}
            </VisuallyHidden>
          </span>
          <span className={clsx('num max-w-[56%] text-end text-xs', requirement.isMet ? 'text-ink-2' : 'text-coral')}>
            {requirement.isMet ? formatRequirementFact(intl, requirement) : formatRequirement(intl, requirement)}
          </span>
        </li>
      ))}
    </ul>
  );
}
