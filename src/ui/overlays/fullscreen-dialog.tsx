import { lazy, Suspense, type ReactNode } from 'react';

export type FullscreenDialogProps = { label: string; onClose: () => void; children: ReactNode };

const FullscreenWindow = lazy(async () => ({ default: (await import('./fullscreen-window.tsx')).FullscreenWindow }));

/** Mounted only while it is open. */
export function FullscreenDialog(props: FullscreenDialogProps) {
  return (
    <Suspense>
      <FullscreenWindow {...props} />
    </Suspense>
  );
}
