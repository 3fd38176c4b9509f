import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { CameraDrawing } from '#ui/drawings/camera-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { DeskShortcuts } from '#ui/lists/desk-table.tsx';
import { focusTitleIfLost } from '#ui/accessibility/focus-title.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import {
  updateSelection,
  selectAt,
  getStepIndex,
  type QueueSelection,
} from '#features/association/web/queue-selection.ts';
import { DecidedBy } from '#features/association/web/decided-by.tsx';
import type { DeskPicture, PictureKind } from './picture-kinds.ts';
import { useDecidePicture } from './queries.ts';
import { PictureQueue } from './picture-queue.tsx';
import { PictureGone, PictureReview } from './picture-review.tsx';
import { RejectPictureDialog } from './reject-picture-dialog.tsx';

const getId = ({ id }: DeskPicture) => id;
/** A replaced picture of the same card must be reviewed again. */
const getVersionKey = ({ id, uploadedAt }: DeskPicture) => `${id} ${uploadedAt}`;
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface PictureDeskProps {
  kind: PictureKind;
  queue: readonly DeskPicture[];
  /** The length of the queue, of which a part is loaded. */
  total: number;
  /** Loads the next items. */
  more: ReactNode;
  now: Date;
}

/** The queue with the open picture beside it. After a decision the next one opens. */
export function PictureDesk({ kind, queue, total, more, now }: PictureDeskProps) {
  const intl = useIntl();
  const [selection, setSelection] = useState<QueueSelection<DeskPicture> | null>(null);
  const [decidedId, setDecidedId] = useState<string | null>(null);
  const [rejectingId, setRejectingId] = useState<string | null>(null);
  const [shownId, setShownId] = useState<string | null>(null);
  const [chosenLevel, setChosenLevel] = useState<{ version: string; levelID: number | null } | null>(null);
  const current = updateSelection(selection, queue, decidedId, getId);
  if (current !== selection) setSelection(current);
  const decision = useDecidePicture(kind, ({ reason, picture: { id, fullName } }) => {
    setDecidedId(id);
    const messageId = kind.messageId(reason === null ? 'approved' : 'rejected');
    showToast({ text: intl.formatMessage({ id: messageId }, { name: fullName }) });
  });
  const picture = current === null || current.isGone ? null : current.item;
  // A level chosen for one card must not apply to another.
  const equivalentLevelID =
    picture !== null && chosenLevel?.version === getVersionKey(picture) ? chosenLevel.levelID : null;
  const isShown = picture !== null && getVersionKey(picture) === shownId;
  const isRejecting = picture !== null && getVersionKey(picture) === rejectingId;
  const problem = decision.variables?.picture.id === picture?.id ? decision.error && getProblem(decision.error) : null;
  const isGone = current?.isGone === true;
  useFocusOnTitle(isGone || queue.length === 0);

  const choose = (index: number) => {
    // The selection stays while a decision is pending, because its result is shown at the picture.
    if (!decision.isPending) setSelection(selectAt(queue, index) ?? current);
  };
  /** A picture can be decided only after it was shown. */
  const decide = (reason: string | null) => {
    if (isShown && !decision.isPending) decision.mutate({ picture, reason, equivalentLevelID });
  };
  const openRejection = () => isShown && setRejectingId(getVersionKey(picture));

  /** Handles shortcuts in the capture phase, before the list uses letters for type-ahead. */
  function press(event: KeyboardEvent<HTMLDivElement>): void {
    const target = event.target as HTMLElement;
    if (!event.currentTarget.contains(target) || event.ctrlKey || event.metaKey || event.altKey) return;
    // The level field uses letters and arrow keys itself.
    if (target.closest('[data-part=field]') !== null) return;
    const key = event.key.toLowerCase();
    const step = steps[event.key];
    // Holding a key down must not decide several pictures.
    if (key === 'a') void (event.repeat || decide(null));
    else if (key === 'r') void (event.repeat || openRejection());
    else if (step !== undefined && target.closest('[role=listbox]') === null) choose(getStepIndex(current, step));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div onKeyDownCapture={press}>
      <PageHead
        title={<FormattedMessage id={kind.messageId('title')} />}
        text={total > 0 && <FormattedMessage id="association.photos.waiting" values={{ count: total }} />}
      />
      <div role="alert" className="[&:not(:empty)]:mt-6">
        {isGone && (
          <Callout kind="wait">
            <FormattedMessage
              id={kind.messageId('gone')}
              values={{ name: <bdi className="font-strong">{current.item.fullName}</bdi> }}
            />
            <DecidedBy
              queue={kind.name}
              subject={`person:${current.item.affiliateId}`}
              since={current.item.uploadedAt}
            />
          </Callout>
        )}
      </div>
      {queue.length === 0 ? (
        <div className="mt-6">
          <EmptyState
            isCard
            drawing={<CameraDrawing />}
            title={<FormattedMessage id={kind.messageId('empty')} />}
            text={<FormattedMessage id={kind.messageId('empty_text')} />}
          />
        </div>
      ) : (
        <div className="card mt-6 grid grid-cols-1 overflow-clip lg:grid-cols-[minmax(260px,360px)_minmax(0,1fr)] lg:grid-rows-[1fr_auto]">
          <PictureQueue queue={queue} now={now} selected={picture?.id ?? null} onSelect={choose} more={more} />
          {picture === null ? (
            <PictureGone onNext={() => choose(current?.index ?? 0)} />
          ) : (
            <PictureReview
              kind={kind}
              picture={picture}
              isBusy={decision.isPending || !isShown}
              problem={isRejecting ? null : problem}
              onShow={() => setShownId(getVersionKey(picture))}
              equivalentLevelID={equivalentLevelID}
              onEquivalent={(levelID) => setChosenLevel({ version: getVersionKey(picture), levelID })}
              onApprove={() => decide(null)}
              onReject={openRejection}
            />
          )}
          <div className="only-wide lg:col-span-full">
            <DeskShortcuts
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
        <RejectPictureDialog
          key={getVersionKey(picture)}
          kind={kind}
          name={picture.fullName}
          isBusy={decision.isPending}
          problem={problem}
          onReject={decide}
          onClose={() => setRejectingId(null)}
        />
      )}
    </div>
  );
}

function getProblem(error: Error): MessageId {
  return error instanceof ApiError ? getErrorMessageId(error) : 'GeneralError';
}

/** Moves a lost focus to the title, because the shortcuts need a focus on this page. */
function useFocusOnTitle(isPictureGone: boolean): void {
  useEffect(() => {
    focusTitleIfLost();
    if (!isPictureGone) return;
    // A dialog that closes at the same time restores the focus a moment later.
    const frame = requestAnimationFrame(focusTitleIfLost);
    return () => cancelAnimationFrame(frame);
  }, [isPictureGone]);
}
