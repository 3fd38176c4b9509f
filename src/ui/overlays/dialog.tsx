import { useEffect, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { focusTitleIfLost } from '#ui/accessibility/focus-title.ts';

export type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons, the filled one last. Omit them when the content is a form with its own buttons. */
  actions?: ReactNode;
  /** An alert dialog cannot be closed with Escape or by clicking outside. */
  isAlert?: boolean;
};

export function Dialog({ isOpen, onOpenChange, title, children, actions, isAlert = false }: DialogProps) {
  useEffect(() => {
    if (!isOpen) return;
    // The trigger may have been removed. React Aria restores the focus within two frames after closing.
    return () => void requestAnimationFrame(() => requestAnimationFrame(focusTitleIfLost));
  }, [isOpen]);
  return (
    <ModalOverlay
      isDismissable={!isAlert}
      isKeyboardDismissDisabled={isAlert}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="scrim centred"
    >
      <Modal className="dialog">
        <AriaDialog role={isAlert ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <div className="dialog-body">{children}</div>
          {actions && <div className="dialog-foot">{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
