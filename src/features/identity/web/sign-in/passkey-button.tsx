import { Fingerprint } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { Button } from '#ui/buttons/button.tsx';
import { supportsPasskeys, signInWithPasskey, cancelPasskeyOffer } from './passkey.ts';

interface PasskeyButtonProps {
  uid: string;
  /** Whether a password is on its way. */
  isBusy: boolean;
  /** Nothing else is offered beside it. */
  isOnly?: boolean;
  onFailure: (error: ApiError) => boolean;
  /** Told with the message id of what went wrong. */
  onRefuse: (problem: string) => void;
}

/** The better way in, below the usual one; nothing where the browser has none. */
export function PasskeyButton(props: PasskeyButtonProps) {
  return supportsPasskeys() ? <PasskeySignIn {...props} /> : null;
}

function PasskeySignIn({ uid, isBusy, isOnly = false, onFailure, onRefuse }: PasskeyButtonProps) {
  const [isAsking, setIsAsking] = useState(false);

  useEffect(() => {
    // Nobody has asked for it, so nobody is told when it does not work.
    void signInWithPasskey(uid, 'offered').then(followRedirect, () => undefined);
    return () => void cancelPasskeyOffer().catch(() => undefined);
  }, [uid]);

  // A page that the browser kept is shown again by Back: it is no longer on its way anywhere.
  useEffect(() => {
    const wake = () => setIsAsking(false);
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);

  async function ask(): Promise<void> {
    setIsAsking(true);
    try {
      if (followRedirect(await signInWithPasskey(uid, 'asked'))) return;
    } catch (error) {
      const isKnown = error instanceof ApiError;
      if (!isKnown || !onFailure(error))
        onRefuse(isKnown ? getErrorMessageId(error) : 'error.identity.passkey_refused');
    }
    setIsAsking(false);
  }

  return (
    <>
      {!isOnly && (
        <p className="flex items-center gap-3 text-xs text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          <FormattedMessage id="identity.sign_in.or" />
        </p>
      )}
      <Button kind="outlined" size="tall" isWide isBusy={isBusy || isAsking} onClick={() => void ask()}>
        <Fingerprint size={22} aria-hidden="true" />
        <FormattedMessage id="identity.sign_in.passkey" />
      </Button>
    </>
  );
}

/** Whether the browser is on its way. */
function followRedirect(redirectTo: string | null): boolean {
  if (redirectTo !== null) location.assign(redirectTo);
  return redirectTo !== null;
}
