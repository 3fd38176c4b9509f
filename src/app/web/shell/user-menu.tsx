import { KeyRound, LogOut, Mail, UserRound } from '#ui/icons/icons.ts';
import type { RefObject } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { MenuPopover } from '#ui/overlays/menu.tsx';

interface UserMenuProps {
  triggerRef: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

const iconProps = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function UserMenu(props: UserMenuProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const text = (id: MessageId) => intl.formatMessage({ id });
  return (
    <MenuPopover
      {...props}
      label={text('shell.userMenu.label')}
      navigate={(href) => void navigate(href)}
      items={[
        { id: 'profile', label: text('shell.nav.profile'), href: '/profile', icon: <UserRound {...iconProps} /> },
        { id: 'account', label: text('shell.nav.account'), href: '/account', icon: <KeyRound {...iconProps} /> },
        {
          id: 'preferences',
          label: text('shell.menu.preferences'),
          href: '/preferences',
          icon: <Mail {...iconProps} />,
        },
        {
          id: 'sign-out',
          label: text('shell.menu.signOut'),
          href: '/login/sign-out',
          icon: <LogOut {...iconProps} />,
          hasLine: true,
        },
      ]}
    />
  );
}
