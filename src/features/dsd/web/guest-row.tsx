import { clsx } from 'clsx';
import { Waves } from 'lucide-react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import { Disc, Row } from '#ui/lists/row.tsx';
import type { CheckpointStatus, Guest } from '#features/dsd/shared/contract.ts';

const chips: Partial<Record<CheckpointStatus, ChipStatus>> = {
  forms: 'draft',
  'forms-submitted': 'pending',
  completed: 'verified',
  processed: 'logged',
};

export function GuestRow({ guest, onDone }: { guest: Guest; onDone: () => void }) {
  const intl = useIntl();
  const { name, age, status, medicalStatus, documentId, updatedDate } = guest;
  const chip = chips[status];
  return (
    <Row
      wrapsOnPhone
      start={
        <Disc {...(status === 'completed' && { tone: 'accent' })}>
          <Waves size={20} />
        </Disc>
      }
      title={
        <span className="flex flex-wrap items-center gap-y-1 gap-x-3">
          <bdi>{name}</bdi>
          <Chip {...(chip && { status: chip })}>
            <FormattedMessage id={`dsd.guests.status.${status}` as MessageId} />
          </Chip>
        </span>
      }
      text={
        <span className="flex flex-wrap items-center gap-y-1 gap-x-3">
          <span>
            {age === null ? (
              <FormattedMessage id="dsd.guests.age_unknown" />
            ) : (
              <FormattedMessage id="dsd.guests.age" values={{ age }} />
            )}
          </span>
          {medicalStatus && (
            <span className={medicalStatus === 'refused' || medicalStatus === 'review' ? 'text-coral' : undefined}>
              <FormattedMessage
                id={`dsd.guests.medical.${medicalStatus === 'review' ? 'to_confirm' : medicalStatus}`}
              />
            </span>
          )}
          <span>
            <FormattedDate value={updatedDate} day="numeric" month="short" />
          </span>
        </span>
      }
      end={
        (documentId !== null || status === 'completed') && (
          <span className="flex flex-wrap items-center gap-y-1 gap-x-3 max-sm:flex-[1_0_100%]">
            {documentId !== null && (
              <Link
                className={clsx('max-sm:flex-[1_1_auto]', buttonClass({ kind: 'quiet' }))}
                to={`/training/forms-applications/${documentId}`}
                aria-label={intl.formatMessage({ id: 'dsd.guests.open_label' }, { name })}
              >
                <FormattedMessage id="dsd.guests.open" />
              </Link>
            )}
            {status === 'completed' && (
              <Button
                className="max-sm:flex-[1_1_auto]"
                kind="outlined"
                onClick={onDone}
                aria-label={intl.formatMessage({ id: 'dsd.guests.done_label' }, { name })}
              >
                <FormattedMessage id="dsd.guests.done" />
              </Button>
            )}
          </span>
        )
      }
    />
  );
}
