import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Disc } from './row.tsx';

export type NotificationRowProps = {
  icon: ReactNode;
  tone?: 'coral' | 'accent' | 'sand';
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
};

export function NotificationRow({
  icon,
  tone,
  title,
  text,
  time,
  dateTime,
  unread,
  actions,
  children,
}: NotificationRowProps) {
  return (
    <div className={classNames('note', unread && 'unread')}>
      <Disc {...(tone && { tone })}>{icon}</Disc>
      <div className="grow">
        <b>{title}</b>
        {text && <p>{text}</p>}
        {children}
      </div>
      <div>
        <time dateTime={dateTime}>{time}</time>
        {unread && (
          <span className="un">
            <span className="vh">{unread}</span>
          </span>
        )}
      </div>
      {actions && <div className="note-acts">{actions}</div>}
    </div>
  );
}

/** "Today", "Yesterday", "Older". */
export function NotificationGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3 className="note-group">{title}</h3>
      {children}
    </section>
  );
}
