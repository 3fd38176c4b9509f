import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';
import { Disc } from './row.tsx';
import { useSwipe } from '#ui/overlays/use-swipe.ts';

export type NotificationRowProps = {
  /** Its parts are `<id>-title`, `-text`, `-time` and `-unread`, to be pointed to by links and buttons. */
  id?: string | undefined;
  icon: ReactNode;
  tone?: 'coral' | 'accent' | 'sand';
  /** A link of the router when it leads somewhere; the whole row then leads there. */
  title: ReactNode;
  text?: ReactNode;
  time: ReactNode;
  dateTime: string;
  /** The word for "unread", when it is. */
  unread?: string | undefined;
  /** Icon buttons that come with the pointer or the focus. */
  actions?: ReactNode;
  /** Buttons under the text. */
  children?: ReactNode;
  /** A finger that carries it to the start deletes it; the buttons do the same for everybody else. */
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
  // Should it still be there once the page was drawn again, it was not deleted and must be seen.
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
  const idOf = (part: string) => (id === undefined ? {} : { id: `${id}-${part}` });
  return (
    <div className={classNames('note', unread && 'unread')}>
      <Disc {...(tone && { tone })}>{icon}</Disc>
      <div className="grow">
        {unread && (
          <span className="vh" {...idOf('unread')}>
            {unread}
          </span>
        )}
        <b {...idOf('title')}>{title}</b>
        {text && <p {...idOf('text')}>{text}</p>}
        {children}
      </div>
      <div>
        <time dateTime={dateTime} {...idOf('time')}>
          {time}
        </time>
        {unread && <span className="un" />}
      </div>
      {actions && <div className="note-acts">{actions}</div>}
    </div>
  );
}

/** "Today", "Yesterday", "Older". */
export function NotificationGroupHeading({ title }: { title: ReactNode }) {
  return <h3 className="note-group">{title}</h3>;
}
