import type { ReactNode } from 'react';
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
  /** Loads the next pictures. */
  more: ReactNode;
}

/** The queue, longest waiting first. */
export function PictureQueue({ queue, now, selected, onSelect, more }: PictureQueueProps) {
  const intl = useIntl();
  return (
    // On phones only a few rows, to leave room for the photo; else as high as the content beside it.
    <div className="max-h-46 overflow-y-auto border-b border-line lg:h-0 lg:max-h-none lg:min-h-full lg:border-e lg:border-b-0">
      <DeskList
        label={intl.formatMessage({ id: 'association.photos.queue' })}
        items={queue}
        getId={({ id }) => id}
        getName={({ fullName }) => fullName}
        selected={selected}
        itemClassName="min-h-tap"
        onSelect={(chosen) => onSelect(queue.findIndex(({ id }) => id === chosen))}
      >
        {(picture) => (
          <>
            <b className="min-w-0 wrap-anywhere">
              <bdi>{picture.fullName}</bdi>
            </b>
            {picture.isMinor && (
              <Chip>
                <FormattedMessage id="association.photos.minor" />
              </Chip>
            )}
            <WaitingTime
              className="ms-auto flex-none text-(length:--t-xs) text-ink-2 num"
              since={picture.uploadedAt}
              now={now}
            />
          </>
        )}
      </DeskList>
      {more}
    </div>
  );
}
