import { clsx } from 'clsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatDateTime } from '#platform/shared/format-day.ts';
import type { TakenStep } from '#features/applications/shared/application.ts';
import { fieldName } from '#features/applications/shared/labels.ts';

/** The steps with their notes, newest first. */
export function ApplicationHistory({ steps, className }: { steps: readonly TakenStep[]; className?: string }) {
  return (
    <ol className={clsx('grid gap-4', className)}>
      {steps
        .toSorted((a, b) => b.date.localeCompare(a.date))
        .map((step) => (
          <Step key={`${step.date} ${step.action}`} step={step} />
        ))}
    </ol>
  );
}

function Step({ step: { action, byRole, byName, note, reasons, date } }: { step: TakenStep }) {
  const intl = useIntl();
  const other = byRole === 'portal' ? 'applications.history.portal' : 'applications.history.desk';
  return (
    <li className="ps-4 border-s-2 border-line-2 wrap-anywhere">
      <p>
        <FormattedMessage
          id={`applications.history.${action}`}
          values={{ name: <bdi>{byName ?? intl.formatMessage({ id: other })}</bdi> }}
        />
      </p>
      <time className="num text-(length:--t-sm) text-ink-2" dateTime={date}>
        {formatDateTime(intl, date)}
      </time>
      {reasons.map(({ field, reason }) => (
        <p key={field} className="text-sm mt-1 text-ink-2">
          <b>{fieldName(intl, field)}</b> <span dir="auto">{reason}</span>
        </p>
      ))}
      {note !== '' && (
        <p className="text-sm mt-1 text-ink-2" dir="auto">
          {note}
        </p>
      )}
    </li>
  );
}
