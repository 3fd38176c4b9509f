import { Trash2 } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { clsx } from 'clsx';
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
  /** Swiping to the start deletes the notification; the buttons do the same without touch. */
  swipe?: { label: ReactNode; onDelete: () => void } | undefined;
};

const note =
  'group/note relative flex gap-3 border-line px-5 py-3 [[data-part=note]+&]:border-t in-[[data-part=note-line]+[data-part=note-line]]:border-t';
/** The title's link covers the whole row; the buttons are above it. */
const titleLink = 'block [&>a]:text-inherit [&>a]:no-underline [&>a]:after:absolute [&>a]:after:inset-0';
const actionBar =
  'pointer-events-none absolute end-3 top-1.5 z-1 flex rounded-full bg-raised opacity-0 shadow-float-1 group-focus-within/note:pointer-events-auto group-focus-within/note:opacity-100 group-hover/note:pointer-events-auto group-hover/note:opacity-100';
const swipeable =
  'relative touch-pan-y bg-raised transition-[translate] duration-drawer ease-in-water [translate:var(--drag,0)_0] data-dragged:duration-(--dur-drag)';
const swipeHint =
  'invisible absolute inset-0 flex items-center justify-end gap-2 bg-coral pe-5 text-(length:--t-sm) font-strong text-on-coral [[data-part=swipe-row]:has(>[style*=--drag])_&]:visible';

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
    <div data-part="swipe-row" className="relative overflow-clip">
      <span className={swipeHint} aria-hidden="true">
        <Trash2 size={20} />
        {label}
      </span>
      <div className={swipeable} {...handlers}>
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
}: Omit<NotificationRowProps, 'swipe'>) {
  const getIdProps = (part: string) => (id === undefined ? {} : { id: `${id}-${part}` });
  return (
    <div
      data-part="note"
      data-unread={unread ? '' : undefined}
      className={clsx(note, unread ? 'bg-accent-soft' : 'hover:bg-hover')}
    >
      <Disc {...(tone && { tone })} isRaised={Boolean(unread)}>
        {icon}
      </Disc>
      <div className="min-w-0 flex-1 text-sm">
        {unread && (
          <span className="vh" {...getIdProps('unread')}>
            {unread}
          </span>
        )}
        <b className={titleLink} {...getIdProps('title')}>
          {title}
        </b>
        {text && (
          <p className="text-ink-2" {...getIdProps('text')}>
            {text}
          </p>
        )}
      </div>
      <div>
        <time className="text-xs/(--l-sm) whitespace-nowrap text-ink-3" dateTime={dateTime} {...getIdProps('time')}>
          {time}
        </time>
        {unread && (
          <span className="ms-auto mt-1.5 block size-2.5 rounded-full bg-coral forced-colors:bg-[Highlight] forced-colors:forced-color-adjust-none" />
        )}
      </div>
      {actions && (
        <div data-part="note-actions" className={actionBar}>
          {actions}
        </div>
      )}
    </div>
  );
}

/** A group heading such as "Today", "Yesterday" or "Older". */
export function NotificationGroupHeading({ title }: { title: ReactNode }) {
  return <h3 className="px-5 pt-4 pb-1 text-xs font-text text-ink-3">{title}</h3>;
}
