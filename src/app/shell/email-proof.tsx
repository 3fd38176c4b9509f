import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { onProofRequired } from '../../platform/web/proofs.ts';
import { refreshSession } from '../../platform/web/session.ts';

const EmailCodeDialog = lazy(async () => ({
  default: (await import('../../features/account/web/email-code-dialog.tsx')).EmailCodeDialog,
}));

/** Resolves what waits for the code; null while the dialog is closed. */
let finish: ((isVerified: boolean) => void) | null = null;
const listeners = new Set<() => void>();

function setFinish(next: typeof finish): void {
  finish = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the dialog and resolves to whether the address was confirmed in it. */
function askForEmailCode(): Promise<boolean> {
  return new Promise((resolve) =>
    setFinish((isVerified) => {
      setFinish(null);
      resolve(isVerified);
    }),
  );
}

/** From the banner: no call continues, but the page must know. */
export async function confirmEmail(): Promise<void> {
  if (await askForEmailCode()) await refreshSession();
}

/** Asks for the emailed code where a call needs a verified address; the call then continues. */
export function EmailProof() {
  useEffect(() => onProofRequired('identity.email_unverified', askForEmailCode), []);
  const onDone = useSyncExternalStore(subscribe, () => finish);
  if (onDone === null) return null;
  return (
    <Suspense>
      <EmailCodeDialog onDone={onDone} />
    </Suspense>
  );
}
