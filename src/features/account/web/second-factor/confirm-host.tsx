import { lazy, Suspense, useEffect, useState } from 'react';
import { onProofRequired } from '../../../../platform/web/proofs.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

/** Shows the dialog whenever a call asks for a recent confirmation, and says how it ended. */
export function ConfirmHost() {
  const [asking, setAsking] = useState<{ end: (isConfirmed: boolean) => void } | null>(null);
  useEffect(() => {
    onProofRequired(
      'identity.confirm_required',
      () => new Promise((resolve) => setAsking({ end: (isConfirmed) => (setAsking(null), resolve(isConfirmed)) })),
    );
  }, []);
  if (asking === null) return null;
  return (
    <Suspense>
      <ConfirmDialog onDone={asking.end} />
    </Suspense>
  );
}
