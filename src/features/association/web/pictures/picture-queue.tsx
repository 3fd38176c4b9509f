import { FormattedMessage, useIntl } from 'react-intl';
import { Chip } from '#ui/display/chip.tsx';
import { DeskList } from '#ui/lists/desk-list.tsx';
import type { DeskPicture } from './picture-kinds.ts';
import { WaitingTime } from '#features/association/web/waiting-time.tsx';

interface PictureQueueProps {
  queue: readonly DeskPicture[];
  now: Date;
  selected: string | null;
  onSelect: (index: number) => void;
}

/** The queue, longest waiting first. */
export function PictureQueue({ queue, now, selected, onSelect }: PictureQueueProps) {
  const intl = useIntl();
  return (
    <DeskList
      label={intl.formatMessage({ id: 'association.photos.queue' })}
      items={queue}
      getId={({ id }) => id}
      getName={({ fullName }) => fullName}
      selected={selected}
      onSelect={(chosen) => onSelect(queue.findIndex(({ id }) => id === chosen))}
    >
      {(picture) => (
        <>
          <b>
            <bdi>{picture.fullName}</bdi>
          </b>
          {picture.isMinor && (
            <Chip>
              <FormattedMessage id="association.photos.minor" />
            </Chip>
          )}
          <WaitingTime since={picture.uploadedAt} now={now} />
        </>
      )}
    </DeskList>
  );
}
