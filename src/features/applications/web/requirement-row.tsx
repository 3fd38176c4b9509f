import './applications.css';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { CompletionDisc } from '../../../ui/section.tsx';
import type { Judged } from '../shared/requirements.ts';
import { fieldName, requirementText } from '../shared/words.ts';

interface RequirementRowProps {
  requirement: Judged;
  /** Why it came back. */
  reason?: string | undefined;
  /** At the end of its line, such as a button. */
  end?: ReactNode;
  /** Below it: proofs, or fields. */
  children?: ReactNode;
}

/** One requirement: met or open, and what it stands on. For a list, `ul.requirements`. */
export function RequirementRow({ requirement, reason, end, children }: RequirementRowProps) {
  const intl = useIntl();
  const { id, isMet } = requirement;
  return (
    <li className={isMet ? 'requirement' : 'requirement open'}>
      <CompletionDisc completion={isMet ? 'complete' : 'empty'} isTiny />
      <div className="min-w-0 grow">
        <b>{fieldName(intl, id)}</b>
        <span className="vh">
          {' '}
          <FormattedMessage id={isMet ? 'applications.requirement.met' : 'applications.requirement.open'} />
        </span>
        <p className="num">{requirementText(intl, requirement)}</p>
        {reason && <ReasonLine reason={reason} />}
        {children}
      </div>
      {end}
    </li>
  );
}

/** What somebody asked to mend, at its place. */
export function ReasonLine({ reason }: { reason: string }) {
  return (
    <p className="reason">
      <Undo2 className="flip" size={16} aria-hidden="true" />
      <span dir="auto">{reason}</span>
    </p>
  );
}
