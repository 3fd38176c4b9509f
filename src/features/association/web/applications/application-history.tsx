import { FormattedMessage, useIntl } from 'react-intl';
import type { TakenStep } from '#features/applications/shared/application.ts';
import { fieldName } from '#features/applications/shared/labels.ts';

export function ApplicationHistory({ steps }: { steps: readonly TakenStep[] }) {
  const intl = useIntl();
  return (
    <section aria-labelledby="trail-title">
      <h3 id="trail-title" className="vh">
        <FormattedMessage id="applications.history.title" />
      </h3>
      <ul className="grid text-xs grid-cols-[max-content_minmax(0,1fr)] gap-x-4 text-ink-2 wrap-anywhere">
        {steps
          .toSorted((a, b) => b.date.localeCompare(a.date))
          .map((step) => (
            <li className="grid col-span-full grid-cols-subgrid py-1" key={`${step.date} ${step.action}`}>
              <time className="num" dateTime={step.date}>
                {intl.formatDate(step.date, { dateStyle: 'medium', timeStyle: 'short' })}
              </time>
              <div className="min-w-0">
                <FormattedMessage
                  id={`association.step.${step.action}`}
                  values={{ name: <bdi>{step.byName ?? ''}</bdi>, by: step.byRole }}
                />
                {step.reasons.map(({ field, reason }) => (
                  <p key={field}>
                    {fieldName(intl, field)}: <span dir="auto">{reason}</span>
                  </p>
                ))}
                {step.note !== '' && <p dir="auto">{step.note}</p>}
              </div>
            </li>
          ))}
      </ul>
    </section>
  );
}
