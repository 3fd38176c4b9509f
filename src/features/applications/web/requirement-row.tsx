import './applications.css';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { CompletionDisc } from '#ui/layout/form-section.tsx';
import type { RequirementResult } from '#features/applications/shared/requirements.ts';
import { fieldName, formatRequirement } from '#features/applications/shared/labels.ts';

interface RequirementRowProps {
  requirement: RequirementResult;
  /** The reason of a return. */
  reason?: string | undefined;
  /** Shown at the end of the row, such as a button. */
  end?: ReactNode;
  /** Shown below, such as proofs or fields. */
  children?: ReactNode;
}

/** One requirement with its status, for use in `ul.requirements`. */
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
        <p className="num">{formatRequirement(intl, requirement)}</p>
        {reason && <ReasonText reason={reason} />}
        {children}
      </div>
      {end}
    </li>
  );
}

/** The reason of a requested change. */
export function ReasonText({ reason }: { reason: string }) {
  return (
    <p className="reason">
      <Undo2 className="flip" size={16} aria-hidden="true" />
      <span dir="auto">{reason}</span>
    </p>
  );
}
