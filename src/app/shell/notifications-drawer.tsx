import { FormattedMessage, useIntl } from 'react-intl';
import { BuoyDrawing } from '../../ui/drawings/buoy-drawing.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function NotificationsDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const intl = useIntl();
  return (
    <Drawer
      isOpen={isOpen}
      onOpenChange={onClose}
      title={intl.formatMessage({ id: 'shell.notifications' })}
      closeLabel={intl.formatMessage({ id: 'shell.close' })}
    >
      <EmptyState
        level={3}
        drawing={<BuoyDrawing />}
        title={<FormattedMessage id="shell.notifications.emptyTitle" />}
        text={<FormattedMessage id="shell.notifications.emptyText" />}
      />
    </Drawer>
  );
}
