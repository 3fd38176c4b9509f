import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useSwipe } from './use-swipe.ts';

export type DrawerProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  closeLabel: string;
  /** Buttons in the header, before the close button. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A modal panel of 440 px at the end side. Escape, the scrim, the close button and a swipe close it. */
export function Drawer({ isOpen, onOpenChange, title, closeLabel, actions, children }: DrawerProps) {
  const swipe = useSwipe('end', () => onOpenChange(false));
  return (
    <ModalOverlay isDismissable isOpen={isOpen} onOpenChange={onOpenChange} className="scrim">
      <Modal className="drawer" {...swipe}>
        <Dialog aria-label={title}>
          <div className="drawer-head">
            <h2>{title}</h2>
            <div className="end">
              {actions}
              <IconButton label={closeLabel} onClick={() => onOpenChange(false)}>
                <X size={24} aria-hidden="true" />
              </IconButton>
            </div>
          </div>
          <div className="drawer-body">{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
