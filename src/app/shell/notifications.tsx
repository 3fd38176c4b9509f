import { needMessages } from '../../platform/web/i18n.tsx';
import { withWords } from '../../platform/web/words.tsx';

interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The drawer with its words, its queries and what each kind of notice looks like. */
export async function bringNotificationsDrawer() {
  const [{ NotificationsDrawer }, { withQueries }, { noticesByKind }] = await Promise.all([
    import('../../features/notifications/web/notifications-drawer.tsx'),
    import('../with-queries.tsx'),
    import('../notices.ts'),
    needMessages('notifications'),
  ]);
  const Queried = withQueries(NotificationsDrawer);
  return withWords(['notifications'], (props: DrawerProps) => <Queried {...props} notices={noticesByKind} />);
}
