import { FormattedMessage, useIntl } from 'react-intl';
import type { TakenStep } from '#features/applications/shared/application.ts';
import { fieldName } from '#features/applications/shared/labels.ts';
import { Timeline, TimelineItem } from './timeline.tsx';

export function ApplicationHistory({ steps }: { steps: readonly TakenStep[] }) {
  const intl = useIntl();
  return (
    <section aria-labelledby="history-title">
      <h3 id="history-title" className="vh">
        <FormattedMessage id="applications.history.title" />
      </h3>
      <Timeline>
        {steps
          .toSorted((a, b) => b.date.localeCompare(a.date))
          .map((step) => (
            <TimelineItem key={`${step.date} ${step.action}`} date={step.date}>
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
            </TimelineItem>
          ))}
      </Timeline>
    </section>
  );
}
