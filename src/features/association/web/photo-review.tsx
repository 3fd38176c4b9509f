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
  /** The message id of why the last decision was not taken. */
  problem: string | null;
  onApprove: () => void;
  onReject: () => void;
}

export function PhotoReview({ photo, isBusy, problem, onApprove, onReject }: PhotoReviewProps) {
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
      <Picture key={photo.photoId} photo={photo} />
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

function Picture({ photo }: { photo: PhotoInQueue }) {
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
        <img src={src} alt={intl.formatMessage({ id: 'association.photos.alt' }, { name: photo.fullName })} />
      )}
    </div>
  );
}
