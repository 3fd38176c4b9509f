import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type PointerEvent } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { FormattedMessage, useIntl } from 'react-intl';
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
  const format = (id: string) => intl.formatMessage({ id: `logbook.photos.${id}` });
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()} className="viewer-scrim">
      <Modal className="viewer">
        <Dialog aria-label={format('viewer')}>
          <div className="viewer-head">
            <span className="viewer-count" aria-live="polite">
              <FormattedMessage id="logbook.photos.place" values={{ place: index + 1, total: photos.length }} />
            </span>
            <IconButton label={format('close')} onClick={onClose}>
              <X size={24} aria-hidden="true" />
            </IconButton>
          </div>
          <div ref={stage} className="viewer-stage" {...swipe}>
            <IconButton
              label={format('previous')}
              className="viewer-turn"
              aria-disabled={index === 0}
              onClick={() => turn(-1)}
            >
              <ChevronLeft size={28} aria-hidden="true" className="flip" />
            </IconButton>
            <figure key={photo.id}>
              <PhotoImage photo={photo} alt={nameOf(photo, index, photos.length)} size="full" />
              {photo.caption && (
                <figcaption>
                  <bdi>{photo.caption}</bdi>
                </figcaption>
              )}
            </figure>
            <IconButton
              label={format('next')}
              className="viewer-turn"
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
