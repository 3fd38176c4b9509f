import { Hourglass, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

const icons = { note: Info, wait: Hourglass, alert: TriangleAlert } as const;

export type CalloutProps = {
  kind?: keyof typeof icons;
  icon?: ReactNode;
  /** Set it for a callout that appears later: a new element with its text is announced only as an alert. */
  isLive?: boolean;
  children: ReactNode;
};

/** A highlighted message: a note, a pending state or an alert. */
export function Callout({ kind = 'note', icon, isLive = false, children }: CalloutProps) {
  const Icon = icons[kind];
  return (
    <div className={classNames('callout', kind !== 'note' && kind)} role={isLive ? 'alert' : undefined}>
      {icon ?? <Icon size={20} aria-hidden="true" />}
      <div className="grow text-sm">{children}</div>
    </div>
  );
}
