import { BadgeCheck } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { SentenceSpace } from '#platform/web/i18n/sentence-space.tsx';
import { formatDay } from '#platform/shared/format-day.ts';
import type { MessageId } from '#platform/shared/message-id.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { DeviationNote } from '#features/logbook/web/verification/deviation-list.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { instructorName } from '#features/logbook/shared/instructor-name.ts';

/** The review status: who has the dive, who decided, when, and the remarks. */
export function DiveStatus({ log, isOwn }: { log: DiveLog; isOwn: boolean }) {
  const intl = useIntl();
  const day = (moment: string | null) => (moment === null ? '' : formatDay(intl, moment, 'long'));
  const named = (name: string | null) => (
    <b>
      <bdi>{name || intl.formatMessage({ id: 'logbook.dive.somebody' })}</bdi>
    </b>
  );
  if (log.status === 'Verified')
    return (
      <Callout icon={<BadgeCheck size={20} aria-hidden="true" />}>
        <FormattedMessage
          id="logbook.dive.verified"
          values={{ name: named(log.verified_name), date: day(log.verified_at) }}
        />
        {log.verified_reason !== null && (
          <>
            <SentenceSpace />
            <FormattedMessage
              id="logbook.dive.verified_reason"
              values={{ reason: <bdi dir="auto">{log.verified_reason}</bdi> }}
            />
          </>
        )}
      </Callout>
    );
  if (log.status === 'Pending')
    return (
      <Callout kind="wait">
        {isOwn ? (
          <FormattedMessage
            id="logbook.dive.pending"
            values={{
              name: named(log.instructor && instructorName(log.instructor, currentLocale())),
              date: day(log.submitted_at),
            }}
          />
        ) : (
          <FormattedMessage
            id="logbook.dive.pending_you"
            values={{ name: named(log.diver_name), date: day(log.submitted_at) }}
          />
        )}
        {!isOwn && <DeviationNote className="mt-4" deviations={log.deviations} />}
      </Callout>
    );
  if (log.status === 'Returned')
    return (
      <Callout kind="alert">
        <FormattedMessage
          id="logbook.dive.returned"
          values={{
            name: named(log.returned_name),
            date: day(log.returned_at),
            reason: <bdi>{log.returned_reason}</bdi>,
          }}
        />
        {log.returned_fields.length > 0 && <Remarks fields={log.returned_fields} />}
      </Callout>
    );
  return null;
}

const bold = (chunks: ReactNode) => <b>{chunks}</b>;

function Remarks({ fields }: { fields: DiveLog['returned_fields'] }) {
  const intl = useIntl();
  return (
    <ul className="mt-2" aria-label={intl.formatMessage({ id: 'logbook.dive.remarks' })}>
      {fields.map(({ field, message }) => (
        <li className="py-0.5" key={field}>
          <FormattedMessage
            id="logbook.dive.remark"
            values={{ field: fieldName(field), message: <bdi>{message}</bdi>, b: bold }}
          />
        </li>
      ))}
    </ul>
  );

  /** The last part of a path such as `depth_times.0.max_depth` is the field. */
  function fieldName(field: string): string {
    const id = `logbook.field.${field.split('.').at(-1)}` as MessageId;
    return id in intl.messages ? intl.formatMessage({ id }) : field;
  }
}
