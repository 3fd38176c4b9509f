import { useIntl } from 'react-intl';
import { Drawer } from '../../ui/drawer.tsx';
import { NavGroups } from './nav-groups.tsx';

/** The sidebar's groups on a phone. */
export function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const intl = useIntl();
  return (
    <Drawer
      isOpen={isOpen}
      onOpenChange={onClose}
      title={intl.formatMessage({ id: 'shell.thumb.menu' })}
      closeLabel={intl.formatMessage({ id: 'shell.close' })}
    >
      <nav className="drawer-nav" aria-label={intl.formatMessage({ id: 'shell.nav.label' })}>
        <NavGroups onChoose={onClose} />
      </nav>
    </Drawer>
  );
}
