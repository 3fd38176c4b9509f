import { FormattedMessage, useIntl } from 'react-intl';
import { Callout } from '#ui/feedback/callout.tsx';
import type { FormRecordData, FormRecord } from '#features/forms/shared/contract.ts';
import { formatDay, formatDateTime } from '#platform/shared/format-day.ts';

type Evaluation = FormRecordData['evaluations'][number];
type SentLink = NonNullable<FormRecordData['physicianLink']>;

/** The recipient, the date and the expiry of a link. */
export function SentLinkStatus({ sent: { sentTo, sentDate, expiresDate, isExpired } }: { sent: SentLink }) {
  const intl = useIntl();
  return (
    <FormattedMessage
      id={isExpired ? 'forms.physician.online_expired' : 'forms.physician.online_sent'}
      values={{
        email: <bdi className="wrap-anywhere">{sentTo}</bdi>,
        date: formatDateTime(intl, sentDate),
        until: formatDay(intl, expiresDate, 'medium'),
      }}
    />
  );
}

/** The recipient and date of a link that was answered. */
export function SentLinkNote({ sent }: { sent: SentLink | null }) {
  const intl = useIntl();
  if (sent === null) return null;
  return (
    <p>
      <FormattedMessage
        id="forms.physician.link_sent"
        values={{
          email: <bdi className="wrap-anywhere">{sent.sentTo}</bdi>,
          date: formatDateTime(intl, sent.sentDate),
        }}
      />
    </p>
  );
}

interface ConfirmationPendingNoteProps {
  record: FormRecord;
  isOwn: boolean;
  evaluation: Evaluation | undefined;
  sent: SentLink | null;
}

/** A physician has approved; the diver waits for the confirmation. */
export function ConfirmationPendingNote({ record, isOwn, evaluation, sent }: ConfirmationPendingNoteProps) {
  const intl = useIntl();
  const { storeName, memberName, medicalStatus, diverName } = record;
  const name = storeName ?? memberName;
  return (
    <Callout kind="wait">
      <b>
        <FormattedMessage id="forms.pending.title" />
      </b>
      {evaluation?.physician && (
        <p>
          <FormattedMessage
            id="forms.physician.decided_by"
            values={{
              name: <bdi>{evaluation.physician}</bdi>,
              clinic: <bdi>{evaluation.clinic}</bdi>,
              date: formatDay(intl, evaluation.decidedDate, 'medium'),
            }}
          />
        </p>
      )}
      <SentLinkNote sent={sent} />
      <p>
        {name === null ? (
          <FormattedMessage id="forms.pending.text_staff" />
        ) : (
          <FormattedMessage id="forms.pending.text_named" values={{ name: <bdi>{name}</bdi> }} />
        )}
        {medicalStatus !== 'clear' && (
          <>
            {' '}
            <FormattedMessage
              id="forms.pending.do_not_dive"
              values={{ who: isOwn ? 'you' : 'other', name: <bdi>{diverName}</bdi> }}
            />
          </>
        )}
      </p>
    </Callout>
  );
}
