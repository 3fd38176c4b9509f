import { CloudAlert, CloudCheck, CloudOff, CloudUpload } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

const icons = { saved: CloudCheck, saving: CloudUpload, offline: CloudOff, failed: CloudAlert } as const;

/** The save state of a form. */
export function SaveIndicator({ state, children }: { state: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[state];
  return (
    <p className={classNames('saved', state === 'failed' && 'failed')} aria-live="polite">
      <Icon size={18} aria-hidden="true" />
      <span className="num">{children}</span>
    </p>
  );
}
