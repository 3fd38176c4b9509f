import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Drawer } from '#ui/overlays/drawer.tsx';
import { NavGroups } from './nav-groups.tsx';

/** The sidebar's groups on a phone. */
interface MenuDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  /** The desk has groups of its own. */
  desk: ReactNode;
}

export function MenuDrawer({ isOpen, onClose, desk }: MenuDrawerProps) {
  const intl = useIntl();
  return (
    <Drawer
      isOpen={isOpen}
      onOpenChange={onClose}
      title={intl.formatMessage({ id: 'shell.thumb.menu' })}
      closeLabel={intl.formatMessage({ id: 'shell.close' })}
    >
      <nav className="drawer-nav" aria-label={intl.formatMessage({ id: 'shell.nav.label' })}>
        {desk || <NavGroups onChoose={onClose} />}
      </nav>
    </Drawer>
  );
}
