import './applications.css';
import { FormattedMessage, useIntl } from 'react-intl';
import type { TakenStep } from '#features/applications/shared/application.ts';
import { fieldName } from '#features/applications/shared/labels.ts';

/** The steps with their notes, newest first. */
export function ApplicationHistory({ steps }: { steps: readonly TakenStep[] }) {
  return (
    <ol className="history">
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
    <li>
      <p>
        <FormattedMessage
          id={`applications.history.${action}`}
          values={{ name: <bdi>{byName ?? intl.formatMessage({ id: other })}</bdi> }}
        />
      </p>
      <time className="num" dateTime={date}>
        {intl.formatDate(date, { dateStyle: 'medium', timeStyle: 'short' })}
      </time>
      {reasons.map(({ field, reason }) => (
        <p key={field} className="said">
          <b>{fieldName(intl, field)}</b> <span dir="auto">{reason}</span>
        </p>
      ))}
      {note !== '' && (
        <p className="said" dir="auto">
          {note}
        </p>
      )}
    </li>
  );
}
