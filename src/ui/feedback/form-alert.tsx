import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { Callout } from './callout.tsx';
import { useScrollIntoView } from './use-scroll-into-view.ts';
import { MissingSummary, type MissingItem } from './missing-summary.tsx';

export type FormAlertProps = {
  /** The problem of the form as a whole. */
  problem?: ReactNode;
  /** The number of failed submits; each remounts the message, so it is announced again. */
  failureCount: number;
  /** Lists the invalid fields, if there are several, with links to them. */
  summary?: { title: ReactNode; items: readonly MissingItem[] };
  /** Replaces the margin below. */
  className?: string;
};

const margin = 'not-empty:mb-5 [.grid>&]:not-empty:mb-0';

/** The live region is rendered while empty, because screen readers announce only later changes; it takes no grid row. */
export function FormAlert({ problem, failureCount, summary, className = margin }: FormAlertProps) {
  const ref = useScrollIntoView<HTMLDivElement>(problem ? failureCount : null);
  return (
    <div ref={ref} role="alert" className={clsx('empty:absolute', className)}>
      {problem && (
        <Callout key={failureCount} kind="alert">
          {problem}
        </Callout>
      )}
      {!problem && summary && summary.items.length > 1 && <MissingSummary {...summary} />}
    </div>
  );
}
