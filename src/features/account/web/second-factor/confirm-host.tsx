import { lazy, Suspense, useEffect, useState } from 'react';
import { needMessages } from '../../../../platform/web/i18n.tsx';
import { onProofRequired } from '../../../../platform/web/proofs.ts';
import { withWords } from '../../../../platform/web/words.tsx';

// Any screen may need it, so it brings its messages along.
const ConfirmDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('./confirm-dialog.tsx'),
    needMessages('account'),
    needMessages('identity'),
  ]);
  return { default: withWords(['account', 'identity'], module.ConfirmDialog) };
});

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
