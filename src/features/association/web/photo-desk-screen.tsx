import { FormattedMessage, useIntl } from 'react-intl';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { PhotoDesk } from './photo-desk.tsx';
import { usePhotoQueue } from './queries.ts';

export function PhotoDeskScreen() {
  const intl = useIntl();
  const { data: queue, dataUpdatedAt, error, isFetching, refetch } = usePhotoQueue();
  if (queue !== undefined) return <PhotoDesk queue={queue} now={new Date(dataUpdatedAt)} />;
  return (
    <>
      <PageHead title={<FormattedMessage id="association.photos.title" />} />
      <div className="mt-6">
        {error === null ? (
          <SkeletonGroup label={intl.formatMessage({ id: 'association.photos.loading' })} className="photo-desk">
            <Skeleton height={320} />
            <Skeleton height={480} />
          </SkeletonGroup>
        ) : (
          <ErrorState
            isCard
            title={<FormattedMessage id="shell.error.title" />}
            text={<FormattedMessage id="shell.error.text" />}
            refreshLabel={intl.formatMessage({ id: 'shell.refresh' })}
            isBusy={isFetching}
            onRefresh={() => void refetch()}
          />
        )}
      </div>
    </>
  );
}
