import type { ReactNode } from 'react';
import { Callout } from './callout.tsx';
import { MissingSummary, type MissingItem } from './missing-summary.tsx';

export type FormAlertProps = {
  /** The problem of the form as a whole. */
  problem?: ReactNode;
  /** The number of failed submits; each remounts the message, so that it is announced again. */
  refusals: number;
  /** Lists the invalid fields, if there are several, with links to them. */
  summary?: { title: ReactNode; items: readonly MissingItem[] };
};

/** The live region is rendered while empty, because screen readers announce only later changes. */
export function FormAlert({ problem, refusals, summary }: FormAlertProps) {
  return (
    <div role="alert" className="form-alert">
      {problem && (
        <Callout key={refusals} kind="alert">
          {problem}
        </Callout>
      )}
      {!problem && summary && summary.items.length > 1 && <MissingSummary {...summary} />}
    </div>
  );
}
