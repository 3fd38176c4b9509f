import { GraduationCap, Plus, Waves } from 'lucide-react';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { Button, type ButtonLook } from '#ui/buttons/button.tsx';
import { MenuPopover } from '#ui/overlays/menu.tsx';

/** Asks for the type first, because the two have different forms. */
export function LogDiveButton(look: ButtonLook) {
  const intl = useIntl();
  const navigate = useNavigate();
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...look} ref={trigger} aria-haspopup="menu" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        <Plus size={20} aria-hidden="true" />
        <FormattedMessage id="logbook.list.log" />
      </Button>
      <MenuPopover
        label={intl.formatMessage({ id: 'logbook.list.log' })}
        triggerRef={trigger}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        navigate={(href) => void navigate(href)}
        items={[
          {
            id: 'recreational',
            label: intl.formatMessage({ id: 'logbook.list.log_recreational' }),
            icon: <Waves size={20} aria-hidden="true" />,
            href: '/logbook/log-dive/recreational/create',
          },
          {
            id: 'training',
            label: intl.formatMessage({ id: 'logbook.list.log_training' }),
            icon: <GraduationCap size={20} aria-hidden="true" />,
            href: '/logbook/log-dive/select-course',
          },
        ]}
      />
    </>
  );
}
