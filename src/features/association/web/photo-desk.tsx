import './photo-desk.css';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ApiError } from '../../../platform/web/client.ts';
import { messageOfFailure } from '../../../platform/web/failure.ts';
import { Callout } from '../../../ui/callout.tsx';
import { CameraDrawing } from '../../../ui/drawings/camera-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { DeskKeys } from '../../../ui/table.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { PhotoInQueue } from '../../account/shared/profile-contract.ts';
import { followQueue, placeAt, type DeskPlace } from './desk-place.ts';
import { PhotoQueue } from './photo-queue.tsx';
import { PhotoGone, PhotoReview } from './photo-review.tsx';
import { useDecision } from './queries.ts';
import { RejectDialog } from './reject-dialog.tsx';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The queue at the start, the photo at the end. Once one is decided here, the next one opens in its place. */
export function PhotoDesk({ queue, now }: { queue: readonly PhotoInQueue[]; now: Date }) {
  const intl = useIntl();
  const [place, setPlace] = useState<DeskPlace | null>(null);
  const [decidedId, setDecidedId] = useState<string | null>(null);
  const [rejectingId, setRejectingId] = useState<string | null>(null);
  const [shownId, setShownId] = useState<string | null>(null);
  const current = followQueue(place, queue, decidedId);
  if (current !== place) setPlace(current);
  const decision = useDecision(({ reason, photo: { photoId, fullName } }) => {
    setDecidedId(photoId);
    const id = reason === null ? 'association.photos.approved' : 'association.photos.rejected';
    showToast({ text: intl.formatMessage({ id }, { name: fullName }) });
  });
  const photo = current === null || current.isGone ? null : current.photo;
  const isShown = photo !== null && photo.photoId === shownId;
  const isRejecting = photo !== null && photo.photoId === rejectingId;
  const problem =
    decision.variables?.photo.photoId === photo?.photoId ? decision.error && problemOf(decision.error) : null;
  const isGone = current?.isGone === true;
  useFocusOnTitle(isGone || queue.length === 0);

  const choose = (index: number) => {
    // What becomes of a decision is said at its photo.
    if (!decision.isPending) setPlace(placeAt(queue, index) ?? current);
  };
  /** Nobody decides what they have not seen. */
  const decide = (reason: string | null) => {
    if (isShown && !decision.isPending) decision.mutate({ photo, reason });
  };
  const askWhy = () => isShown && setRejectingId(photo.photoId);

  /** The keys count while the focus is on this page, and before the list would take a letter for a name. */
  function press(event: KeyboardEvent<HTMLDivElement>): void {
    const target = event.target as HTMLElement;
    if (!event.currentTarget.contains(target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const step = steps[event.key];
    // A key that is held down is one decision, not one for each who waits.
    if (key === 'a') void (event.repeat || decide(null));
    else if (key === 'r') void (event.repeat || askWhy());
    else if (step !== undefined && target.closest('[role=listbox]') === null) choose(stepFrom(current, step));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div onKeyDownCapture={press}>
      <PageHead
        title={<FormattedMessage id="association.photos.title" />}
        text={queue.length > 0 && <FormattedMessage id="association.photos.waiting" values={{ count: queue.length }} />}
      />
      <div role="alert" className="[&:not(:empty)]:mt-6">
        {isGone && (
          <Callout kind="wait">
            <FormattedMessage
              id="association.photos.gone"
              values={{ name: <bdi className="font-strong">{current.photo.fullName}</bdi> }}
            />
          </Callout>
        )}
      </div>
      {queue.length === 0 ? (
        <div className="mt-6">
          <EmptyState
            isCard
            drawing={<CameraDrawing />}
            title={<FormattedMessage id="association.photos.empty" />}
            text={<FormattedMessage id="association.photos.empty_text" />}
          />
        </div>
      ) : (
        <div className="card photo-desk mt-6">
          <PhotoQueue queue={queue} now={now} selected={photo?.photoId ?? null} onSelect={choose} />
          {photo === null ? (
            <PhotoGone onNext={() => choose(current?.index ?? 0)} />
          ) : (
            <PhotoReview
              photo={photo}
              isBusy={decision.isPending || !isShown}
              problem={isRejecting ? null : problem}
              onShow={setShownId}
              onApprove={() => decide(null)}
              onReject={askWhy}
            />
          )}
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
      )}
      {isRejecting && (
        <RejectDialog
          key={photo.photoId}
          name={photo.fullName}
          isBusy={decision.isPending}
          problem={problem}
          onReject={decide}
          onClose={() => setRejectingId(null)}
        />
      )}
    </div>
  );
}

/** From one that is gone, the one that stands in its place now is the next. */
function stepFrom(place: DeskPlace | null, step: number): number {
  if (place === null) return 0;
  return place.isGone && step > 0 ? place.index : place.index + step;
}

function problemOf(error: Error): string {
  return error instanceof ApiError ? messageOfFailure(error) : 'GeneralError';
}

/** After a reload, or once the photo and its buttons are gone, nothing has the focus, and the keys would go nowhere. */
function useFocusOnTitle(isPhotoGone: boolean): void {
  useEffect(() => {
    focusTitle();
    if (!isPhotoGone) return;
    // A dialog that closes at the same time gives the page back a moment later.
    const frame = requestAnimationFrame(focusTitle);
    return () => cancelAnimationFrame(frame);
  }, [isPhotoGone]);
}

function focusTitle(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
}
