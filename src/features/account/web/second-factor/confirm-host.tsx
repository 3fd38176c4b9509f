import { lazy, Suspense, useEffect, useState } from 'react';
import { ensureMessages } from '#platform/web/i18n/i18n.tsx';
import { registerProofPrompt } from '#platform/web/session/proof-prompts.ts';
import { withMessages } from '#platform/web/i18n/use-messages.tsx';

// Loads its own messages, because any screen may need the dialog.
const ConfirmDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('./confirm-dialog.tsx'),
    ensureMessages('account'),
    ensureMessages('identity'),
  ]);
  return { default: withMessages(['account', 'identity'], module.ConfirmDialog) };
});

/** Shows the dialog when an endpoint requires a recent confirmation, and reports the result. */
export function ConfirmHost() {
  const [prompt, setPrompt] = useState<{ end: (isConfirmed: boolean) => void } | null>(null);
  useEffect(() => {
    registerProofPrompt(
      'identity.confirm_required',
      () => new Promise((resolve) => setPrompt({ end: (isConfirmed) => (setPrompt(null), resolve(isConfirmed)) })),
    );
  }, []);
  if (prompt === null) return null;
  return (
    <Suspense>
      <ConfirmDialog onDone={prompt.end} />
    </Suspense>
  );
}
