import { ChevronLeft, ChevronRight, X } from '#ui/icons/icons.ts';
import { useEffect, useEffectEvent, useRef, type PointerEvent } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageIdEnd } from '#platform/shared/message-id.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';
import { PhotoImage, usePhotoName } from './photo-image.tsx';
import { prefetchPhoto } from './use-photo-url.ts';

interface PhotoViewerProps {
  photos: readonly LogPhoto[];
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}

/** Shorter movements count as a tap. */
const swipePx = 40;

const disabledClass = 'aria-disabled:opacity-40';

/** One photo at a time in full screen, navigated by arrows, keys or swipes. */
export function PhotoViewer({ photos, index: wanted, onIndex, onClose }: PhotoViewerProps) {
  const intl = useIntl();
  const nameOf = usePhotoName();
  const stage = useRef<HTMLDivElement>(null);
  // The shown photo may have been removed elsewhere.
  const index = Math.min(wanted, photos.length - 1);
  const photo = photos[index];
  useEffect(() => {
    prefetchPhoto(photos[index + 1]?.url);
    prefetchPhoto(photos[index - 1]?.url);
  }, [photos, index]);
  const turn = (by: number) => onIndex(Math.max(0, Math.min(photos.length - 1, index + by)));
  // The next photo follows the reading direction.
  const flow = () => (stage.current && getComputedStyle(stage.current).direction === 'rtl' ? -1 : 1);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const by = { ArrowRight: flow(), ArrowLeft: -flow(), Home: -photos.length, End: photos.length }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    turn(by);
  });
  useEffect(() => {
    // Listens on the window, because the focus may be anywhere in the viewer.
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  const swipe = useHorizontalSwipe((dx) => turn(dx < 0 ? flow() : -flow()));
  if (photo === undefined) return null;
  const format = (id: MessageIdEnd<'logbook.photos.'>) => intl.formatMessage({ id: `logbook.photos.${id}` });
  return (
    // Dark in both themes.
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="fixed inset-0 z-dialog bg-(--card-paper-ink) text-(--card-ink) transition-opacity duration-move data-entering:opacity-0 data-exiting:opacity-0 [&_:focus-visible]:outline-current"
    >
      <Modal className="flex flex-col h-dvh outline-0">
        <Dialog className="flex flex-col h-dvh outline-0" aria-label={format('viewer')}>
          <div className="flex items-center justify-between py-2 ps-5 pe-3">
            <span className="text-sm tabular-nums" aria-live="polite">
              <FormattedMessage id="logbook.photos.place" values={{ place: index + 1, total: photos.length }} />
            </span>
            <IconButton isPlain className={disabledClass} label={format('close')} onClick={onClose}>
              <X size={24} aria-hidden="true" />
            </IconButton>
          </div>
          <div
            ref={stage}
            className="flex flex-1 min-h-0 items-center gap-2 px-2 pb-4 touch-pinch-zoom max-sm:flex-wrap max-sm:justify-between"
            {...swipe}
          >
            <IconButton
              label={format('previous')}
              isPlain
              className={disabledClass}
              aria-disabled={index === 0}
              onClick={() => turn(-1)}
            >
              <ChevronLeft size={28} aria-hidden="true" className="flip" />
            </IconButton>
            <figure
              className="grid flex-1 min-w-0 h-full grid-rows-[minmax(0,1fr)_auto] gap-3 transition-opacity duration-move ease-in-water starting:opacity-0 max-sm:-order-1 max-sm:basis-full max-sm:h-[calc(100%-var(--tap)-var(--s-2))]"
              key={photo.id}
            >
              <PhotoImage
                className="object-contain"
                photo={photo}
                alt={nameOf(photo, index, photos.length)}
                size="full"
              />
              {photo.caption && (
                <figcaption className="justify-self-center max-w-[68ch] text-center wrap-anywhere">
                  <bdi>{photo.caption}</bdi>
                </figcaption>
              )}
            </figure>
            <IconButton
              label={format('next')}
              isPlain
              className={disabledClass}
              aria-disabled={index === photos.length - 1}
              onClick={() => turn(1)}
            >
              <ChevronRight size={28} aria-hidden="true" className="flip" />
            </IconButton>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Detects horizontal swipes; pinch zoom is left to the browser. */
function useHorizontalSwipe(onSwipe: (dx: number) => void) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return;
      start.current = event.isPrimary ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (from?.id !== event.pointerId) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (Math.abs(dx) > swipePx && Math.abs(dx) > Math.abs(dy)) onSwipe(dx);
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}
