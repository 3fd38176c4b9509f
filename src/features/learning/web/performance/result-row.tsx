import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Chip } from '#ui/display/chip.tsx';
import { formatPercent } from '#features/learning/web/format.ts';

const line = 'flex flex-wrap items-baseline gap-x-4 gap-y-1';

interface ResultRowProps {
  title: ReactNode;
  chip: ReactNode;
  /** Shown between the title and the facts. */
  progress?: ReactNode;
  facts: ReactNode;
  children?: ReactNode;
}

/** A section, exam or attempt with its result. */
export function ResultRow({ title, chip, progress, facts, children }: ResultRowProps) {
  return (
    <li className="grid gap-2 py-4">
      <div className={line}>
        {title}
        <span className="ms-auto">{chip}</span>
      </div>
      {progress}
      <div className={clsx(line, 'num text-sm text-ink-2')}>{facts}</div>
      {children}
    </li>
  );
}

export function ResultChip({ isPassed, percent }: { isPassed: boolean; percent: number | null }) {
  const intl = useIntl();
  return (
    <Chip status={isPassed ? 'verified' : 'returned'} hasIcon={isPassed}>
      <FormattedMessage
        id={isPassed ? 'learning.performance.passed' : 'learning.performance.not_passed'}
        values={{ percent: percent === null ? '' : formatPercent(intl, percent) }}
      />
    </Chip>
  );
}
