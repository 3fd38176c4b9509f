import { FormattedMessage, useIntl } from 'react-intl';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { PictureDesk } from './picture-desk.tsx';
import type { PictureKind } from './picture-kinds.ts';
import { usePictureQueue } from './queries.ts';

export function PictureDeskScreen({ kind }: { kind: PictureKind }) {
  const intl = useIntl();
  const errorProps = useErrorState();
  const { data: queue, dataUpdatedAt, error, isFetching, refetch } = usePictureQueue(kind);
  if (queue !== undefined) return <PictureDesk kind={kind} queue={queue} now={new Date(dataUpdatedAt)} />;
  return (
    <>
      <PageHead title={<FormattedMessage id={kind.messageId('title')} />} />
      <div className="mt-6">
        {error === null ? (
          <SkeletonGroup label={intl.formatMessage({ id: 'association.photos.loading' })} className="picture-desk">
            <Skeleton height={320} />
            <Skeleton height={480} />
          </SkeletonGroup>
        ) : (
          <ErrorState isCard {...errorProps} isBusy={isFetching} onRefresh={() => void refetch()} />
        )}
      </div>
    </>
  );
}
