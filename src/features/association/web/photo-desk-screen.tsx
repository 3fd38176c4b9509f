import './photo-desk.css';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ApiError } from '../../../platform/web/client.ts';
import { messageOfFailure } from '../../../platform/web/failure.ts';
import { CameraDrawing } from '../../../ui/drawings/camera-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { DeskKeys } from '../../../ui/table.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { PhotoInQueue } from '../../account/shared/profile-contract.ts';
import { PhotoQueue } from './photo-queue.tsx';
import { PhotoReview } from './photo-review.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useDecision, usePhotoQueue } from './queries.ts';

export function PhotoDeskScreen() {
  const intl = useIntl();
  const { data: queue, dataUpdatedAt, error, isFetching, refetch } = usePhotoQueue();
  if (queue !== undefined && queue.length > 0) return <PhotoDesk queue={queue} now={new Date(dataUpdatedAt)} />;
  return (
    <>
      <PageHead title={<FormattedMessage id="association.photos.title" />} />
      <div className="mt-6">
        {queue !== undefined ? (
          <EmptyState
            isCard
            drawing={<CameraDrawing />}
            title={<FormattedMessage id="association.photos.empty" />}
            text={<FormattedMessage id="association.photos.empty_text" />}
          />
        ) : error === null ? (
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

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The queue at the start, the photo at the end. Once one is decided, the next one opens in its place. */
function PhotoDesk({ queue, now }: { queue: readonly PhotoInQueue[]; now: Date }) {
  const intl = useIntl();
  const [chosen, setChosen] = useState({ photoId: '', index: 0 });
  const [isRejecting, setIsRejecting] = useState(false);
  const found = queue.findIndex(({ photoId }) => photoId === chosen.photoId);
  const index = found === -1 ? Math.min(chosen.index, queue.length - 1) : found;
  const photo = queue[index] as PhotoInQueue;
  const decision = useDecision(({ reason, photo: { fullName } }) => {
    setIsRejecting(false);
    const id = reason === null ? 'association.photos.approved' : 'association.photos.rejected';
    showToast({ text: intl.formatMessage({ id }, { name: fullName }) });
  });
  const choose = (next: number) => {
    const item = queue[next];
    if (item) setChosen({ photoId: item.photoId, index: next });
  };
  const decide = (reason: string | null) => {
    setChosen({ photoId: photo.photoId, index });
    if (!decision.isPending) decision.mutate({ photo, reason });
  };
  useFocusOnLoad();

  /** The keys count while the focus is on this page, and before the list would take a letter for a name. */
  function press(event: KeyboardEvent<HTMLDivElement>): void {
    const target = event.target as HTMLElement;
    if (!event.currentTarget.contains(target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const step = steps[event.key];
    if (key === 'a') decide(null);
    else if (key === 'r') setIsRejecting(true);
    else if (step !== undefined && target.closest('[role=listbox]') === null) choose(index + step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div onKeyDownCapture={press}>
      <PageHead
        title={<FormattedMessage id="association.photos.title" />}
        text={<FormattedMessage id="association.photos.waiting" values={{ count: queue.length }} />}
      />
      <div className="card photo-desk mt-6">
        <PhotoQueue queue={queue} now={now} selected={photo.photoId} onSelect={choose} />
        <PhotoReview
          photo={photo}
          isBusy={decision.isPending}
          problem={decision.error && !isRejecting ? problemOf(decision.error) : null}
          onApprove={() => decide(null)}
          onReject={() => setIsRejecting(true)}
        />
        <div className="keys only-wide">
          <DeskKeys
            keys={[
              { keys: ['↓', '↑'], text: <FormattedMessage id="association.photos.key_move" /> },
              { keys: ['A'], text: <FormattedMessage id="association.photos.key_approve" /> },
              { keys: ['R'], text: <FormattedMessage id="association.photos.key_reject" /> },
            ]}
          />
        </div>
      </div>
      {isRejecting && (
        <RejectDialog
          name={photo.fullName}
          isBusy={decision.isPending}
          problem={decision.error && problemOf(decision.error)}
          onReject={decide}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </div>
  );
}

function problemOf(error: Error): string {
  return error instanceof ApiError ? messageOfFailure(error) : 'GeneralError';
}

/** After a reload nothing has the focus, and the keys would go nowhere. */
function useFocusOnLoad(): void {
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
  }, []);
}
