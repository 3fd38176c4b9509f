import { FormattedMessage, useIntl } from 'react-intl';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { MoreRows } from '#features/association/web/more-rows.tsx';
import { listItems } from '#features/association/web/use-queue.ts';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { PictureDesk } from './picture-desk.tsx';
import { cardPhotoKind, photoKind, type PictureKind } from './picture-kinds.ts';
import { usePictureQueue } from './queries.ts';

export function PhotoDeskScreen() {
  return <PictureDeskScreen kind={photoKind} />;
}

export function CardPhotoDeskScreen() {
  return <PictureDeskScreen kind={cardPhotoKind} />;
}

function PictureDeskScreen({ kind }: { kind: PictureKind }) {
  const intl = useIntl();
  const query = usePictureQueue(kind);
  return (
    <QueryView
      query={mapQuery(query, listItems)}
      skeleton={
        <SkeletonGroup
          label={intl.formatMessage({ id: 'association.photos.loading' })}
          className="grid grid-cols-1 overflow-clip lg:grid-cols-[minmax(260px,360px)_minmax(0,1fr)] lg:grid-rows-[1fr_auto]"
        >
          <Skeleton height={320} />
          <Skeleton height={480} />
        </SkeletonGroup>
      }
      isCard
      renderFrame={(state) => (
        <>
          <PageHead title={<FormattedMessage id={kind.messageId('title')} />} />
          <div className="mt-6">{state}</div>
        </>
      )}
    >
      {(queue) => (
        <PictureDesk
          kind={kind}
          queue={queue}
          total={query.data?.pages[0]?.total ?? queue.length}
          more={
            query.hasNextPage && (
              <MoreRows isBusy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
            )
          }
          now={new Date(query.dataUpdatedAt)}
        />
      )}
    </QueryView>
  );
}
