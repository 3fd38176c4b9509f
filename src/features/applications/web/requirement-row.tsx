import { clsx } from 'clsx';
import { Undo2 } from '#ui/icons/icons.ts';
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

/** One requirement with its status, in a list. */
export function RequirementRow({ requirement, reason, end, children }: RequirementRowProps) {
  const intl = useIntl();
  const { id, isMet } = requirement;
  return (
    <DetailRow start={<CompletionDisc completion={isMet ? 'complete' : 'empty'} isTiny />} end={end}>
      <b>{fieldName(intl, id)}</b>
      <span className="vh">
        {' '}
        <FormattedMessage id={isMet ? 'applications.requirement.met' : 'applications.requirement.open'} />
      </span>
      <p className={clsx('num text-sm', isMet ? 'text-ink-2' : 'text-coral')}>{formatRequirement(intl, requirement)}</p>
      {reason && <ReasonText reason={reason} />}
      {children}
    </DetailRow>
  );
}

/** A row of the requirements or the other fields, whose button may wrap to the next line. */
export function DetailRow({ start, end, children }: { start?: ReactNode; end: ReactNode; children: ReactNode }) {
  return (
    <li data-part="requirement" className="flex flex-wrap items-start gap-3 border-line py-3 not-first:border-t">
      {start}
      <div className="min-w-0 flex-[1_1_60%] wrap-anywhere [&_figure]:mt-3">{children}</div>
      {end}
    </li>
  );
}

/** The reason of a requested change. */
export function ReasonText({ reason }: { reason: string }) {
  return (
    <p className="flex text-sm gap-2 items-start my-1 text-coral wrap-anywhere">
      <Undo2 className="flip mt-0.5" size={16} aria-hidden="true" />
      <span dir="auto">{reason}</span>
    </p>
  );
}
