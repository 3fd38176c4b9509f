import { clsx } from 'clsx';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import type { FullscreenDialogProps } from './fullscreen-dialog.tsx';

const whitePage =
  'bg-(--card-paper) text-(--card-paper-ink) scheme-light [--focus-ring:3px_solid_var(--card-18)] [--hover:color-mix(in_srgb,var(--card-paper-ink)_7%,var(--card-paper))] [--ink-2:var(--card-paper-ink-2)]';

/** A full-screen dialog that is white in both themes, because scanners need a bright screen. Escape closes it. */
export function FullscreenWindow({ label, onClose, children }: FullscreenDialogProps) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={onClose}
      data-part="screen"
      className={clsx('fixed inset-0 z-scrim overflow-auto', whitePage)}
    >
      <Modal className="grid min-h-full">
        <Dialog
          aria-label={label}
          className="mx-auto grid min-h-dvh w-full max-w-140 grid-rows-[auto_1fr_auto] gap-4 px-5 pt-3 pb-6 text-center outline-none"
        >
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
