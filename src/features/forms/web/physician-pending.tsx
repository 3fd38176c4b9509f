import { FormattedMessage, useIntl } from 'react-intl';
import { Callout } from '../../../ui/callout.tsx';
import type { FormData, FormRecord } from '../shared/contract.ts';
import { dayText, momentText } from './forms-words.ts';

type Evaluation = FormData['evaluations'][number];
type Sent = NonNullable<FormData['physicianLink']>;

/** To whom and when, and for how long it still works. */
export function SentLine({ sent: { sentTo, sentDate, expiresDate, isExpired } }: { sent: Sent }) {
  const intl = useIntl();
  return (
    <FormattedMessage
      id={isExpired ? 'forms.physician.online_expired' : 'forms.physician.online_sent'}
      values={{
        email: <bdi className="wrap-anywhere">{sentTo}</bdi>,
        date: momentText(intl, sentDate),
        until: dayText(intl, expiresDate),
      }}
    />
  );
}

/** To whom and when, once the link has been answered. */
export function SentBefore({ sent }: { sent: Sent | null }) {
  const intl = useIntl();
  if (sent === null) return null;
  return (
    <p>
      <FormattedMessage
        id="forms.physician.link_sent"
        values={{ email: <bdi className="wrap-anywhere">{sent.sentTo}</bdi>, date: momentText(intl, sent.sentDate) }}
      />
    </p>
  );
}

interface PendingNoteProps {
  record: FormRecord;
  isOwn: boolean;
  evaluation: Evaluation | undefined;
  sent: Sent | null;
}

/** A physician has approved: nothing to do until it is confirmed. */
export function PendingNote({ record, isOwn, evaluation, sent }: PendingNoteProps) {
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
              date: dayText(intl, evaluation.decidedDate),
            }}
          />
        </p>
      )}
      <SentBefore sent={sent} />
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
