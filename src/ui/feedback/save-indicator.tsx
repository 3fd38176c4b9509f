import { CloudAlert, CloudCheck, CloudOff, CloudUpload } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { clsx } from 'clsx';

const icons = { saved: CloudCheck, saving: CloudUpload, offline: CloudOff, failed: CloudAlert } as const;

/** The save state of a form. */
export function SaveIndicator({ state, children }: { state: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[state];
  return (
    <p
      data-part="save-state"
      className={clsx(
        'inline-flex items-center gap-1.5 text-xs',
        state === 'failed' ? 'font-strong text-coral' : 'text-ink-3',
      )}
      aria-live="polite"
    >
      <Icon size={18} aria-hidden="true" />
      <span className="num">{children}</span>
    </p>
  );
}
