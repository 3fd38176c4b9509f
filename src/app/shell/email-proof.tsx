import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useIsEmailVerified } from '../../features/account/web/session.ts';
import { emailPromptCookie } from '../../features/identity/shared/rules.ts';
import { onProofRequired } from '../../platform/web/proofs.ts';
import { refreshSession } from '../../platform/web/session.ts';

const EmailCodeDialog = lazy(async () => ({
  default: (await import('../../features/account/web/email-code-dialog.tsx')).EmailCodeDialog,
}));

/** Resolves what waits for the code; null while the dialog is closed. */
let finish: ((isVerified: boolean) => void) | null = null;
let asking: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function setFinish(next: typeof finish): void {
  finish = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the dialog, or joins the open one, and resolves to whether the address was confirmed in it. */
function askForEmailCode(): Promise<boolean> {
  asking ??= new Promise((resolve) =>
    setFinish((isVerified) => {
      asking = null;
      setFinish(null);
      resolve(isVerified);
    }),
  );
  return asking;
}

/** From the banner or after a sign-in: no call continues, but the page must know. */
export async function confirmEmail(): Promise<void> {
  if (await askForEmailCode()) await refreshSession();
}

/** True once after a sign-in with an address that isn't verified; see the server's `promptForEmailCode`. */
function takePrompt(): boolean {
  const isPrompted = document.cookie.split('; ').includes(`${emailPromptCookie}=1`);
  if (isPrompted) document.cookie = `${emailPromptCookie}=; path=/; max-age=0`;
  return isPrompted;
}

/**
 * Asks for the emailed code when a call needs a verified address, then repeats the call. It also asks once after each
 * sign-in.
 */
export function EmailProof() {
  const isVerified = useIsEmailVerified();
  useEffect(() => onProofRequired('identity.email_unverified', askForEmailCode), []);
  useEffect(() => {
    if (isVerified || !takePrompt()) return;
    // The dialog opened without a press: focus moves to the button that opens it again.
    document.querySelector<HTMLElement>('.banner[data-kind=email] button')?.focus();
    void confirmEmail();
  }, [isVerified]);
  const onDone = useSyncExternalStore(subscribe, () => finish);
  if (onDone === null) return null;
  return (
    <Suspense>
      <EmailCodeDialog onDone={onDone} />
    </Suspense>
  );
}
