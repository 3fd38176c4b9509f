import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';
import { Disc } from './row.tsx';
import { useSwipe } from '#ui/overlays/use-swipe.ts';

export type NotificationRowProps = {
  /** The prefix of the ids `<id>-title`, `-text`, `-time` and `-unread`, for `aria-labelledby` of links and buttons. */
  id?: string | undefined;
  icon: ReactNode;
  tone?: 'coral' | 'accent' | 'sand';
  /** May contain a router link, which then covers the whole row. */
  title: ReactNode;
  text?: ReactNode;
  time: ReactNode;
  dateTime: string;
  /** The translated word "unread", for unread notifications. */
  unread?: string | undefined;
  /** Icon buttons that are shown on hover and focus. */
  actions?: ReactNode;
  /** Buttons below the text. */
  children?: ReactNode;
  /** Swiping to the start deletes the notification; the buttons do the same without touch. */
  swipe?: { label: ReactNode; onDelete: () => void } | undefined;
};

export function NotificationRow({ swipe, ...row }: NotificationRowProps) {
  return swipe ? <SwipeableRow {...row} {...swipe} /> : <PlainRow {...row} />;
}

function SwipeableRow({
  label,
  onDelete,
  ...row
}: Omit<NotificationRowProps, 'swipe'> & { label: ReactNode; onDelete: () => void }) {
  const handlers = useSwipe('start', (element) => void slideAway(element, onDelete));
  return (
    <div className="note-slot">
      <span className="note-under" aria-hidden="true">
        <Trash2 size={20} />
        {label}
      </span>
      <div className="note-moved" {...handlers}>
        <PlainRow {...row} />
      </div>
    </div>
  );
}

async function slideAway(element: HTMLElement, onDelete: () => void): Promise<void> {
  element.style.setProperty('--drag', 'calc(-100% * var(--flow))');
  await Promise.allSettled(element.getAnimations().map((animation) => animation.finished));
  onDelete();
  // A row that is still rendered two frames later was not deleted, so it must become visible again.
  requestAnimationFrame(() => requestAnimationFrame(() => element.style.removeProperty('--drag')));
}

function PlainRow({
  id,
  icon,
  tone,
  title,
  text,
  time,
  dateTime,
  unread,
  actions,
  children,
}: Omit<NotificationRowProps, 'swipe'>) {
  const getIdProps = (part: string) => (id === undefined ? {} : { id: `${id}-${part}` });
  return (
    <div className={classNames('note', unread && 'unread')}>
      <Disc {...(tone && { tone })}>{icon}</Disc>
      <div className="grow">
        {unread && (
          <span className="vh" {...getIdProps('unread')}>
            {unread}
          </span>
        )}
        <b {...getIdProps('title')}>{title}</b>
        {text && <p {...getIdProps('text')}>{text}</p>}
        {children}
      </div>
      <div>
        <time dateTime={dateTime} {...getIdProps('time')}>
          {time}
        </time>
        {unread && <span className="un" />}
      </div>
      {actions && <div className="note-acts">{actions}</div>}
    </div>
  );
}

/** A group heading such as "Today", "Yesterday" or "Older". */
export function NotificationGroupHeading({ title }: { title: ReactNode }) {
  return <h3 className="note-group">{title}</h3>;
}
