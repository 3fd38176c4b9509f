import { X } from '#ui/icons/icons.ts';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import type { DrawerProps } from './drawer.tsx';
import { scrim } from './overlay-classes.tsx';
import { useSwipe } from './use-swipe.ts';

/** `touch-pan-y` lets the swipe handle horizontal movement; scrollers inside set their own value. */
const panel =
  'fixed inset-y-0 end-0 z-drawer w-[min(440px,100%)] touch-pan-y bg-raised shadow-float-2 [translate:var(--drag,0px)] transition-[translate] duration-drawer ease-in-water data-dragged:duration-(--dur-drag) data-dragged:select-none data-entering:[translate:calc(100%*var(--flow))] data-exiting:[translate:calc(100%*var(--flow))] forced-colors:border';

/** Focused elements must not be hidden behind inset tabs and the toast. */
const body =
  'flex-1 touch-pan-y overflow-y-auto overscroll-contain has-[>*>[data-inset]]:relative has-[>*>[data-inset]]:scroll-pt-14 has-[>*>[data-inset]]:scroll-pb-24';

/** A modal panel of 440 px at the end side. Escape, the scrim, the close button and a swipe close it. */
export function DrawerPanel({ isOpen, onOpenChange, title, closeLabel, actions, children }: DrawerProps) {
  const swipe = useSwipe('end', () => onOpenChange(false));
  return (
    <ModalOverlay isDismissable isOpen={isOpen} onOpenChange={onOpenChange} className={scrim}>
      <Modal data-part="drawer" className={panel} {...swipe}>
        <Dialog className="flex h-full flex-col outline-none" aria-label={title}>
          <div className="flex h-header flex-none items-center gap-2 ps-5 pe-3">
            <h2>{title}</h2>
            <div className="ms-auto flex">
              {actions}
              <IconButton label={closeLabel} onClick={() => onOpenChange(false)}>
                <X size={24} aria-hidden="true" />
              </IconButton>
            </div>
          </div>
          <div data-part="drawer-body" className={body}>
            {children}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
