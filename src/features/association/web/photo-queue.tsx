import { FormattedMessage, useIntl } from 'react-intl';
import { Chip } from '../../../ui/chip.tsx';
import { DeskList } from '../../../ui/desk-list.tsx';
import type { PhotoInQueue } from '../../account/shared/profile-contract.ts';
import { waitingTime } from './waiting-time.ts';

interface PhotoQueueProps {
  queue: readonly PhotoInQueue[];
  now: Date;
  selected: string | null;
  onSelect: (index: number) => void;
}

/** Who waits, longest first. */
export function PhotoQueue({ queue, now, selected, onSelect }: PhotoQueueProps) {
  const intl = useIntl();
  return (
    <DeskList
      label={intl.formatMessage({ id: 'association.photos.queue' })}
      items={queue}
      getId={({ photoId }) => photoId}
      getName={({ fullName }) => fullName}
      selected={selected}
      onSelect={(id) => onSelect(queue.findIndex(({ photoId }) => photoId === id))}
    >
      {(photo) => (
        <>
          <b>
            <bdi>{photo.fullName}</bdi>
          </b>
          {photo.isMinor && (
            <Chip>
              <FormattedMessage id="association.photos.minor" />
            </Chip>
          )}
          <Waiting since={photo.uploadedAt} now={now} />
        </>
      )}
    </DeskList>
  );
}

function Waiting({ since, now }: { since: string; now: Date }) {
  const intl = useIntl();
  const { value, unit } = waitingTime(since, now);
  return (
    <time className="end" dateTime={since}>
      {intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'short' })}
    </time>
  );
}
