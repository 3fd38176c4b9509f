import { Mail, MailOpen, Trash2 } from '#ui/icons/icons.ts';
import { type KeyboardEvent, useId } from 'react';
import { useIntl, type FormatDateOptions } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { NotificationRow } from '#ui/lists/notification-row.tsx';
import type { Notification } from '#features/notifications/shared/contract.ts';
import type { Notice } from '#features/notifications/shared/notice.ts';
import { getDayGroup, type DayGroup } from '#features/notifications/shared/rules.ts';
import { NoticeIconDrawing } from './notice-icon.tsx';
import type { NotificationActions } from './use-notification-actions.tsx';

interface NotificationItemProps {
  item: Notification;
  /** Undefined for a kind that this version of the page does not know; it is still shown. */
  notice: Notice | undefined;
  now: Date;
  actions: NotificationActions;
  onFollow: () => void;
}

const icon = { size: 20, 'aria-hidden': true } as const;

export function NotificationItem({ item, notice, now, actions, onFollow }: NotificationItemProps) {
  const intl = useIntl();
  const text = (id: MessageId) => intl.formatMessage({ id });
  const id = useId();
  const follow = () => {
    if (!item.read) actions.markRead(item, true);
    onFollow();
  };
  const keys = {
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Delete') actions.remove(item);
    },
  };
  const unreadTone = notice?.needsYou ? 'coral' : 'accent';
  return (
    <NotificationRow
      id={id}
      icon={<NoticeIconDrawing icon={notice?.icon ?? 'account'} />}
      {...(!item.read && { tone: unreadTone, unread: text('notifications.unread') })}
      title={
        item.url === null ? (
          <bdi className="own-direction">{item.name}</bdi>
        ) : (
          // The link describes the whole row, so screen readers read all of it.
          <Link {...keys} to={item.url} onClick={follow} aria-describedby={`${id}-unread ${id}-text ${id}-time`}>
            <bdi className="own-direction">{item.name}</bdi>
          </Link>
        )
      }
      text={<bdi className="own-direction">{item.message}</bdi>}
      time={formatTime(intl.formatDate, item.timestamp, now)}
      dateTime={item.timestamp}
      swipe={{ label: text('notifications.delete'), onDelete: () => actions.remove(item) }}
      actions={
        <>
          <IconButton
            {...keys}
            label={text(item.read ? 'notifications.mark_unread' : 'notifications.mark_read')}
            aria-describedby={`${id}-title`}
            onClick={() => actions.markRead(item, !item.read)}
          >
            {item.read ? <Mail {...icon} /> : <MailOpen {...icon} />}
          </IconButton>
          <IconButton
            {...keys}
            label={text('notifications.delete')}
            aria-describedby={`${id}-title`}
            onClick={() => actions.remove(item)}
          >
            <Trash2 {...icon} />
          </IconButton>
        </>
      }
    />
  );
}

/** The time for today, the weekday for yesterday, otherwise the day. */
function formatTime(format: (date: Date, options: FormatDateOptions) => string, timestamp: string, now: Date): string {
  const date = new Date(timestamp);
  const isThisYear = date.getFullYear() === now.getFullYear();
  const options: Record<DayGroup, FormatDateOptions> = {
    today: { timeStyle: 'short' },
    yesterday: { weekday: 'short', hour: 'numeric', minute: '2-digit' },
    older: { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) },
  };
  return format(date, options[getDayGroup(timestamp, now)]);
}
