import { CheckCheck, Settings2 } from '#ui/icons/icons.ts';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { Drawer } from '#ui/overlays/drawer.tsx';
import { IconButton, iconButtonClass } from '#ui/buttons/icon-button.tsx';
import { Tabs } from '#ui/navigation/tabs.tsx';
import type { Notice } from '#features/notifications/shared/notice.ts';
import { type NotificationFilter, refreshLists } from './list-cache.ts';
import { NotificationList } from './notification-list.tsx';
import { useUnreadCount } from './unread-store.ts';
import { useNotificationActions } from './use-notification-actions.tsx';

interface NotificationsDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  notices: ReadonlyMap<string, Notice>;
}

export function NotificationsDrawer({ isOpen, onClose, notices }: NotificationsDrawerProps) {
  const intl = useIntl();
  const text = (id: MessageId) => intl.formatMessage({ id });
  const [filter, setFilter] = useState('all');
  const unread = useUnreadCount();
  const actions = useNotificationActions();
  const locale = useLocale();
  const formerLocale = useRef(locale);
  useEffect(() => {
    // The server renders notifications in the chosen language.
    if (formerLocale.current !== locale) refreshLists();
    formerLocale.current = locale;
  }, [locale]);
  const list = (of: NotificationFilter) => (
    <NotificationList filter={of} notices={notices} actions={actions} onFollow={onClose} />
  );
  return (
    <Drawer
      isOpen={isOpen}
      onOpenChange={onClose}
      title={text('shell.notifications')}
      closeLabel={text('shell.close')}
      actions={
        <>
          {/* The button stays visible when nothing is unread, because it may have the focus. */}
          <IconButton
            label={text('notifications.read_all')}
            aria-disabled={unread === 0}
            onClick={() => unread > 0 && actions.markAllRead()}
          >
            <CheckCheck size={22} aria-hidden="true" />
          </IconButton>
          <Link
            to="/preferences/notifications"
            className={iconButtonClass()}
            aria-label={text('notifications.choices.open')}
            onClick={onClose}
          >
            <Settings2 size={22} aria-hidden="true" />
          </Link>
        </>
      }
    >
      <Tabs
        label={text('shell.notifications')}
        isInset
        selected={filter}
        onSelect={setFilter}
        items={[
          { id: 'all', label: text('notifications.all'), content: list('all') },
          {
            id: 'unread',
            label: text('notifications.unread'),
            ...(unread > 0 && { count: intl.formatNumber(unread) }),
            content: list('unread'),
          },
        ]}
      />
    </Drawer>
  );
}
