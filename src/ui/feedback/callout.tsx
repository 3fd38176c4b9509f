import { Hourglass, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

const icons = { note: Info, wait: Hourglass, alert: TriangleAlert } as const;

export type CalloutProps = {
  kind?: keyof typeof icons;
  icon?: ReactNode;
  /** It comes while somebody is on the page, together with what it says: only an alert is heard then. */
  isLive?: boolean;
  children: ReactNode;
};

/** A sentence to notice: a fact, something that waits, or something that needs you. */
export function Callout({ kind = 'note', icon, isLive = false, children }: CalloutProps) {
  const Icon = icons[kind];
  return (
    <div className={classNames('callout', kind !== 'note' && kind)} role={isLive ? 'alert' : undefined}>
      {icon ?? <Icon size={20} aria-hidden="true" />}
      <div className="grow text-sm">{children}</div>
    </div>
  );
}
