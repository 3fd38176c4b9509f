import { Construction, UserX, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const icons = { maintenance: Construction, offline: WifiOff, deletion: UserX } as const;

/** A line across the page: planned maintenance, no network, or an account that is about to end. */
export function Banner({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind];
  return (
    <div className={classNames('banner', kind === 'offline' && 'offline')}>
      <Icon size={18} aria-hidden="true" />
      <span>{children}</span>
    </div>
  );
}
