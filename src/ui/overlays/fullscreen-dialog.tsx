import '#ui/dive/ecard.css';
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';

export type FullscreenDialogProps = { label: string; onClose: () => void; children: ReactNode };

/** A full-screen dialog that is white in both themes, because scanners need a bright screen. Escape closes it. */
export function FullscreenDialog({ label, onClose, children }: FullscreenDialogProps) {
  return (
    <ModalOverlay isOpen onOpenChange={onClose} className="paper">
      <Modal className="paper-page">
        <Dialog aria-label={label} className="paper-in">
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
