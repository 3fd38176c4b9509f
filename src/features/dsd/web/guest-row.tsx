import { clsx } from 'clsx';
import { Waves } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import { Disc, Row } from '#ui/lists/row.tsx';
import { AddPhotoButton } from './add-photo-button.tsx';
import type { CheckpointStatus, Guest } from '#features/dsd/shared/contract.ts';

const chips: Partial<Record<CheckpointStatus, ChipStatus>> = {
  forms: 'draft',
  'forms-submitted': 'pending',
  completed: 'verified',
  processed: 'logged',
};

export function GuestRow({ guest, onDone }: { guest: Guest; onDone: () => void }) {
  const intl = useIntl();
  const { affiliateId, name, age, status, medicalStatus, documentId, updatedDate, diveDate, acceptsPhoto } = guest;
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
            {diveDate === null ? (
              <FormattedDay value={updatedDate} format="short" />
            ) : (
              <FormattedMessage
                id="dsd.guests.dive_date"
                values={{ date: <FormattedDay value={diveDate} format="short" /> }}
              />
            )}
          </span>
        </span>
      }
      end={
        (documentId !== null || status === 'completed' || acceptsPhoto) && (
          <span className="flex flex-wrap items-center gap-y-1 gap-x-3 max-sm:flex-[1_0_100%] sm:max-w-1/2 sm:justify-end">
            {documentId !== null && (
              <Link
                className={clsx('max-sm:flex-[1_1_auto]', buttonClass({ kind: 'quiet' }))}
                to={`/training/forms-applications/${documentId}`}
                aria-label={`${intl.formatMessage({ id: 'dsd.guests.open' })}: ${name}`}
              >
                <FormattedMessage id="dsd.guests.open" />
              </Link>
            )}
            {status === 'completed' && (
              <Button
                className="max-sm:flex-[1_1_auto]"
                kind="outlined"
                onClick={onDone}
                aria-label={`${intl.formatMessage({ id: 'dsd.guests.done' })}: ${name}`}
              >
                <FormattedMessage id="dsd.guests.done" />
              </Button>
            )}
            {acceptsPhoto && <AddPhotoButton affiliateId={affiliateId} name={name} />}
          </span>
        )
      }
    />
  );
}
