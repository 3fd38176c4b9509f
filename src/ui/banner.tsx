import { Construction, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A line across the page: planned maintenance, or no network. */
export function Banner({ kind, children }: { kind: 'maintenance' | 'offline'; children: ReactNode }) {
  const Icon = kind === 'offline' ? WifiOff : Construction;
  return (
    <div className={classNames('banner', kind === 'offline' && 'offline')} aria-live="polite">
      <Icon size={18} aria-hidden="true" />
      <span>{children}</span>
    </div>
  );
}
