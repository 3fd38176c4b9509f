import { ensureMessages } from '#platform/web/i18n/i18n.tsx';
import { withMessages } from '#platform/web/i18n/use-messages.tsx';

interface NotificationsDrawerProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Loads the drawer with its messages and the notice definitions. */
export async function loadNotificationsDrawer() {
  const [{ NotificationsDrawer }, { noticesByKind }] = await Promise.all([
    import('#features/notifications/web/notifications-drawer.tsx'),
    import('#app/shared/notices.ts'),
    ensureMessages('notifications'),
  ]);
  return withMessages(['notifications'], (props: NotificationsDrawerProps) => (
    <NotificationsDrawer {...props} notices={noticesByKind} />
  ));
}
