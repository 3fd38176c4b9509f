import { lazy, Suspense, useEffect, useState } from 'react';
import { ensureMessages } from '#platform/web/i18n/i18n.tsx';
import { registerProofPrompt } from '#platform/web/session/proof-prompts.ts';
import { withMessages } from '#platform/web/i18n/use-messages.tsx';

// Any screen may need it, so it brings its messages along.
const ConfirmDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('./confirm-dialog.tsx'),
    ensureMessages('account'),
    ensureMessages('identity'),
  ]);
  return { default: withMessages(['account', 'identity'], module.ConfirmDialog) };
});

/** Shows the dialog whenever a call asks for a recent confirmation, and says how it ended. */
export function ConfirmHost() {
  const [asking, setAsking] = useState<{ end: (isConfirmed: boolean) => void } | null>(null);
  useEffect(() => {
    registerProofPrompt(
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
