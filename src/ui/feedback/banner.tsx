import { Construction, MailCheck, UserX, WifiOff } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { clsx } from 'clsx';

const icons = { maintenance: Construction, offline: WifiOff, deletion: UserX, email: MailCheck } as const;

/** A page-wide notice: planned maintenance, offline, pending account deletion or an unverified email address. */
export function Banner({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind];
  return (
    <div
      data-part="banner"
      data-kind={kind}
      className={clsx(
        'flex min-h-tap items-center justify-center gap-3 px-gutter py-2 text-sm [&_a]:text-inherit forced-colors:border',
        kind === 'offline' ? 'bg-ink text-bg' : 'bg-sand-soft text-ink',
      )}
    >
      <Icon className={kind === 'offline' ? '' : 'text-sand'} size={18} aria-hidden="true" />
      <span>{children}</span>
    </div>
  );
}
