import { useEffect } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { clsx } from 'clsx';
import { focusTitleIfLost } from '#ui/accessibility/focus-title.ts';
import type { DialogProps } from './dialog.tsx';
import { dialogBody, dialogBox, dialogFoot, scrim } from './overlay-classes.tsx';

export function DialogWindow({ isOpen, onOpenChange, title, children, actions, isAlert = false }: DialogProps) {
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
      className={clsx(scrim, 'grid place-items-center overflow-y-auto p-4 scroll-pb-28')}
    >
      <Modal
        className={clsx(
          dialogBox,
          'transition-[translate,opacity] duration-drawer ease-in-water data-entering:translate-y-4 data-entering:opacity-0 data-exiting:translate-y-4 data-exiting:opacity-0',
        )}
      >
        <AriaDialog className="outline-none" role={isAlert ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <div className={dialogBody}>{children}</div>
          {actions && <div className={dialogFoot}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
