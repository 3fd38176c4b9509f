import type { ReactNode } from 'react';
import { Callout } from './callout.tsx';
import { MissingSummary, type MissingItem } from './missing-summary.tsx';

export type FormAlertProps = {
  /** What is wrong with the form as a whole. */
  problem?: ReactNode;
  /** Grows with each refusal, so that the same sentence is said again. */
  refusals: number;
  /** Several wrong fields are listed, each with a jump to it. */
  summary?: { title: ReactNode; items: readonly MissingItem[] };
};

/** Is in the page while empty, so that a screen reader hears what comes into it. */
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
