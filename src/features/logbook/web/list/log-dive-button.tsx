import { Plus } from '#ui/icons/icons.ts';
import { useCallback, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button, type ButtonLook } from '#ui/buttons/button.tsx';
import { LogDiveMenu } from '#features/logbook/web/log-dive-menu.tsx';

/** Asks for the type first, because the two have different forms. */
export function LogDiveButton(look: ButtonLook) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  return (
    <>
      <Button {...look} ref={trigger} aria-haspopup="menu" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        <Plus size={20} aria-hidden="true" />
        <FormattedMessage id="logbook.list.log" />
      </Button>
      {isOpen && <LogDiveMenu triggerRef={trigger} onClose={close} />}
    </>
  );
}
