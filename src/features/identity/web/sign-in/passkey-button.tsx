import { Fingerprint } from '#ui/icons/icons.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { supportsPasskeys } from '#platform/web/session/passkeys.ts';
import { Button } from '#ui/buttons/button.tsx';
import { signInWithPasskey, cancelPasskeyOffer } from './passkey.ts';

interface PasskeyButtonProps {
  uid: string;
  /** Whether a password is being submitted. */
  isBusy: boolean;
  /** No other method is offered. */
  isOnly?: boolean;
  onFailure: (error: ApiError) => boolean;
  onError: (problem: MessageId) => void;
}

const subscribeToNothing = () => () => undefined;

/** The passkey alternative below the password form; hidden in browsers without passkeys. */
export function PasskeyButton(props: PasskeyButtonProps) {
  // The server assumes a current browser.
  const isSupported = useSyncExternalStore(subscribeToNothing, supportsPasskeys, () => true);
  return isSupported ? <PasskeySignIn {...props} /> : null;
}

function PasskeySignIn({ uid, isBusy, isOnly = false, onFailure, onError }: PasskeyButtonProps) {
  const [isPrompting, setIsPrompting] = useState(false);

  useEffect(() => {
    // The browser's own offer wasn't requested by the person, so errors aren't shown.
    void signInWithPasskey(uid, 'offered').then(followRedirect, () => undefined);
    return cancelPasskeyOffer;
  }, [uid]);

  // The back button may restore this page from the back/forward cache, after it had started to redirect.
  useEffect(() => {
    const stopPrompting = () => setIsPrompting(false);
    addEventListener('pageshow', stopPrompting);
    return () => removeEventListener('pageshow', stopPrompting);
  }, []);

  async function promptForPasskey(): Promise<void> {
    setIsPrompting(true);
    try {
      if (followRedirect(await signInWithPasskey(uid, 'asked'))) return;
    } catch (error) {
      const isKnown = error instanceof ApiError;
      if (!isKnown || !onFailure(error)) onError(isKnown ? getErrorMessageId(error) : 'error.identity.passkey_refused');
    }
    setIsPrompting(false);
  }

  return (
    <>
      {!isOnly && (
        <p className="flex items-center gap-3 text-xs text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          <FormattedMessage id="identity.sign_in.or" />
        </p>
      )}
      <Button kind="outlined" size="lg" isWide isBusy={isBusy || isPrompting} onClick={() => void promptForPasskey()}>
        <Fingerprint size={22} aria-hidden="true" />
        <FormattedMessage id="identity.sign_in.passkey" />
      </Button>
    </>
  );
}

/** Returns whether the browser is redirecting. */
function followRedirect(redirectTo: string | null): boolean {
  if (redirectTo !== null) location.assign(redirectTo);
  return redirectTo !== null;
}
