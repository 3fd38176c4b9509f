import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useIsEmailVerified } from '#features/account/web/session/session.ts';
import { emailPromptCookie } from '#features/identity/shared/rules.ts';
import { getCookieName } from '#platform/shared/cookie-name.ts';
import { registerProofPrompt } from '#platform/web/session/proof-prompts.ts';
import { refreshSession } from '#platform/web/session/session.ts';

const EmailCodeDialog = lazy(async () => ({
  default: (await import('#features/account/web/session/email-code-dialog.tsx')).EmailCodeDialog,
}));

/** Resolves the pending verification; null while the dialog is closed. */
let resolveDialog: ((isVerified: boolean) => void) | null = null;
let pendingVerification: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function setResolveDialog(next: typeof resolveDialog): void {
  resolveDialog = next;
  for (const listener of listeners) listener();
}

const readDialog = () => resolveDialog;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the dialog, or joins the open one, and resolves to whether the address was confirmed in it. */
function askForEmailCode(): Promise<boolean> {
  pendingVerification ??= new Promise((resolve) =>
    setResolveDialog((isVerified) => {
      pendingVerification = null;
      setResolveDialog(null);
      resolve(isVerified);
    }),
  );
  return pendingVerification;
}

/** Used by the banner and after sign-in. No request is repeated, so the session is refreshed instead. */
export async function verifyEmail(): Promise<void> {
  if (await askForEmailCode()) await refreshSession();
}

/** True once after a sign-in with an address that isn't verified; see the server's `promptForEmailCode`. */
function consumePromptCookie(): boolean {
  const isSecure = location.protocol === 'https:';
  const name = getCookieName(emailPromptCookie, isSecure);
  const isPrompted = document.cookie.split('; ').includes(`${name}=1`);
  if (isPrompted) document.cookie = `${name}=; path=/; max-age=0${isSecure ? '; secure' : ''}`;
  return isPrompted;
}

/**
 * Asks for the emailed code when a request needs a verified address, then repeats the request. It also asks once after
 * each sign-in.
 */
export function EmailVerification() {
  const isVerified = useIsEmailVerified();
  useEffect(() => registerProofPrompt('identity.email_unverified', askForEmailCode), []);
  useEffect(() => {
    if (isVerified || !consumePromptCookie()) return;
    // The dialog opened without a press: focus moves to the button that opens it again.
    document.querySelector<HTMLElement>('[data-part=banner][data-kind=email] button')?.focus();
    void verifyEmail();
  }, [isVerified]);
  const onDone = useSyncExternalStore(subscribe, readDialog, readDialog);
  if (onDone === null) return null;
  return (
    <Suspense>
      <EmailCodeDialog onDone={onDone} />
    </Suspense>
  );
}
