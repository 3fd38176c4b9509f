import type { ReactNode } from 'react';
import { CopyTextButton } from '#ui/buttons/copy-text-button.tsx';
import { QrCode } from './qr-code.tsx';

export type AuthenticatorSetupProps = {
  uri: string;
  secret: string;
  qrLabel: string;
  /** Introduces the key as text, for apps that can't scan. */
  keyLabel: ReactNode;
  copyLabel: ReactNode;
  copied: ReactNode;
};

/** The QR code for an authenticator app, and the same key as text. */
export function AuthenticatorSetup({ uri, secret, qrLabel, keyLabel, copyLabel, copied }: AuthenticatorSetupProps) {
  return (
    <div className="grid gap-4">
      <div className="card w-44 overflow-clip">
        <QrCode text={uri} label={qrLabel} />
      </div>
      <div>
        <p className="text-sm text-ink-2">{keyLabel}</p>
        <p className="mt-2 flex flex-wrap items-center gap-3">
          <code className="ltr text-sm font-strong">{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
          <CopyTextButton text={secret} label={copyLabel} copied={copied} size="sm" />
        </p>
      </div>
    </div>
  );
}
