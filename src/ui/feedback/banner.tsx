import { Construction, MailCheck, UserX, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

const icons = { maintenance: Construction, offline: WifiOff, deletion: UserX, email: MailCheck } as const;

/** A page-wide notice: planned maintenance, offline, pending account deletion or an unverified email address. */
export function Banner({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind];
  return (
    <div className={classNames('banner', kind === 'offline' && 'offline')} data-kind={kind}>
      <Icon size={18} aria-hidden="true" />
      <span>{children}</span>
    </div>
  );
}
