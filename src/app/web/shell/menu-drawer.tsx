import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Drawer } from '#ui/overlays/drawer.tsx';
import { NavGroups } from './nav-groups.tsx';

interface MenuDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  /** The desk's navigation, which replaces the portal's. */
  desk: ReactNode;
}

/** The sidebar's navigation on a phone. */
export function MenuDrawer({ isOpen, onClose, desk }: MenuDrawerProps) {
  const intl = useIntl();
  return (
    <Drawer
      isOpen={isOpen}
      onOpenChange={onClose}
      title={intl.formatMessage({ id: 'shell.thumb.menu' })}
      closeLabel={intl.formatMessage({ id: 'shell.close' })}
    >
      <nav className="pb-6" aria-label={intl.formatMessage({ id: 'shell.nav.label' })}>
        {desk || <NavGroups place="drawer" onChoose={onClose} />}
      </nav>
    </Drawer>
  );
}
