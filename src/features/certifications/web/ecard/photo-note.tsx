import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { Callout } from '#ui/feedback/callout.tsx';
import { usePhotoStatus, useCardOwner } from '#features/certifications/web/queries.ts';

const kinds = { none: 'note', pending: 'wait', rejected: 'alert' } as const;

/** Explains a missing photo; shows nothing if one is approved. */
export function PhotoNote() {
  const { suffix } = useCardOwner();
  const { data: photo } = usePhotoStatus();
  if (photo === undefined || photo?.status === 'approved') return null;
  const status = photo?.status ?? 'none';
  return (
    <div className="mt-5">
      <Callout kind={kinds[status]}>
        <FormattedMessage id={`certifications.photo.${status}`} />{' '}
        {photo?.reason && (
          <>
            <b dir="auto">{photo.reason}</b>{' '}
          </>
        )}
        {status !== 'pending' && (
          <Link to={`/profile${suffix}`}>
            <FormattedMessage id="certifications.photo.choose" />
          </Link>
        )}
      </Callout>
    </div>
  );
}
