import { Bell, ChevronDown } from '#ui/icons/icons.ts';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { UserAttributes } from '#features/account/shared/contract.ts';
import { defaultReturnPath } from '#platform/shared/return-path.ts';
import { boot } from '#platform/web/session/boot.ts';
import { getInitials } from '#platform/web/i18n/initials.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { BrandLogo } from '#ui/display/brand-logo.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { VisuallyHidden } from '#ui/accessibility/visually-hidden.tsx';
import { fullName } from './full-name.ts';
import { brandLinkClass, HeaderBar, HeaderEnd } from './header-bar.tsx';

const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }));

interface HeaderProps {
  user: UserAttributes;
  unread?: number;
  onBell: () => void;
  /** The desk's label, on desk pages. */
  desk?: ReactNode;
}

export function Header({ user, unread = 0, onBell, desk }: HeaderProps) {
  const intl = useIntl();
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const name = fullName(user);
  const toggle = () => {
    setWasOpened(true);
    setIsOpen(!isOpen);
  };
  return (
    <HeaderBar>
      <Link className={brandLinkClass} to={defaultReturnPath} aria-label={boot.brand.name}>
        <BrandLogo name={boot.brand.shortName} mark={boot.brand.logo} tagline={boot.brand.tagline} />
      </Link>
      {desk}
      <HeaderEnd>
        <IconButton
          data-part="bell"
          label={intl.formatMessage({ id: 'shell.bell' }, { unread })}
          badge={unread > 0 ? intl.formatNumber(unread) : null}
          onClick={onBell}
        >
          <Bell size={22} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <button
          ref={trigger}
          type="button"
          data-part="user-menu"
          className="flex min-h-tap items-center gap-2 rounded-full px-2 text-sm text-ink hover:bg-hover"
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onClick={toggle}
          // Keys are handled here, because React Aria treats a keyboard click as a virtual click and does not move focus.
          onKeyDown={(event) => {
            if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
            event.preventDefault();
            toggle();
          }}
        >
          <Avatar initials={getInitials(name)} />
          <bdi className="hidden lg:block" aria-hidden="true">
            {name}
          </bdi>
          <VisuallyHidden>{intl.formatMessage({ id: 'shell.userMenu' }, { name })}</VisuallyHidden>
          <ChevronDown className="only-wide" size={16} strokeWidth={1.75} aria-hidden="true" />
        </button>
        {wasOpened && (
          <Suspense>
            <UserMenu triggerRef={trigger} isOpen={isOpen} onOpenChange={setIsOpen} />
          </Suspense>
        )}
      </HeaderEnd>
    </HeaderBar>
  );
}
