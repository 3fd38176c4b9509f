import { Hourglass, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const icons = { note: Info, wait: Hourglass, alert: TriangleAlert } as const;

export type CalloutProps = { kind?: keyof typeof icons; icon?: ReactNode; isLive?: boolean; children: ReactNode };

/** A sentence to notice: a fact, something that waits, or something that needs you. */
export function Callout({ kind = 'note', icon, isLive = false, children }: CalloutProps) {
  const Icon = icons[kind];
  return (
    <div className={classNames('callout', kind !== 'note' && kind)} aria-live={isLive ? 'polite' : undefined}>
      {icon ?? <Icon size={20} aria-hidden="true" />}
      <div className="grow text-sm">{children}</div>
    </div>
  );
}
