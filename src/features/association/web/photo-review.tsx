import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { useObjectUrl } from '../../../platform/web/object-url.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { PhotoInQueue } from '../../account/shared/profile-contract.ts';
import { useQueuedPhoto } from './queries.ts';

interface PhotoReviewProps {
  photo: PhotoInQueue;
  isBusy: boolean;
  /** Its picture can be seen now. */
  onShow: (photoId: string) => void;
  /** The message id of why the last decision was not taken. */
  problem: string | null;
  onApprove: () => void;
  onReject: () => void;
}

export function PhotoReview({ photo, isBusy, problem, onShow, onApprove, onReject }: PhotoReviewProps) {
  const { fullName, affiliateId, isMinor, uploadedAt } = photo;
  return (
    <section className="review" aria-labelledby="photo-name">
      <div className="review-head">
        <h2 id="photo-name">
          <bdi>{fullName}</bdi>
        </h2>
        {isMinor && (
          <Chip>
            <FormattedMessage id="association.photos.minor" />
          </Chip>
        )}
        <p className="w-full text-sm text-ink-2">
          <FormattedMessage
            id="association.photos.facts"
            values={{
              number: <bdi className="num">{affiliateId}</bdi>,
              date: <FormattedDate value={uploadedAt} dateStyle="medium" timeStyle="short" />,
            }}
          />
        </p>
      </div>
      <Picture key={photo.photoId} photo={photo} onShow={() => onShow(photo.photoId)} />
      <div role="alert" className="empty:hidden">
        {problem !== null && (
          <Callout kind="alert">
            <FormattedMessage id={problem} />
          </Callout>
        )}
      </div>
      <div className="review-acts">
        <Button kind="outlined" isBusy={isBusy} onClick={onReject}>
          <FormattedMessage id="association.photos.reject" />
          <kbd className="only-wide" aria-hidden="true">
            R
          </kbd>
        </Button>
        <Button isBusy={isBusy} onClick={onApprove}>
          <FormattedMessage id="association.photos.approve" />
          <kbd className="only-wide" aria-hidden="true">
            A
          </kbd>
        </Button>
      </div>
    </section>
  );
}

/** In the place of a photo that left the queue under one's eyes; another one comes only when it is asked for. */
export function PhotoGone({ onNext }: { onNext: () => void }) {
  return (
    <section className="review">
      <div className="review-photo">
        <Button kind="outlined" onClick={onNext}>
          <FormattedMessage id="association.photos.next" />
        </Button>
      </div>
    </section>
  );
}

function Picture({ photo, onShow }: { photo: PhotoInQueue; onShow: () => void }) {
  const intl = useIntl();
  const { data, error, refetch } = useQueuedPhoto(photo);
  const src = useObjectUrl(data);
  if (error !== null)
    return (
      <div className="review-photo">
        <Button kind="outlined" onClick={() => void refetch()}>
          {intl.formatMessage({ id: 'shell.refresh' })}
        </Button>
      </div>
    );
  return (
    <div className="review-photo">
      {src === undefined ? (
        <Skeleton height="100%" />
      ) : (
        <img
          src={src}
          alt={intl.formatMessage({ id: 'association.photos.alt' }, { name: photo.fullName })}
          onLoad={onShow}
        />
      )}
    </div>
  );
}
