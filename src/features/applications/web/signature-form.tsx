import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatDateTime } from '#platform/shared/format-day.ts';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { SignatureField } from '#ui/signature/signature-field.tsx';
import { Signature } from '#ui/signature/signature.tsx';
import { signatureMessages } from '#features/forms/shared/signature-messages.ts';
import type { Application } from '#features/applications/shared/application.ts';
import type { SignatureState } from './use-signature.ts';

interface SignatureFormProps {
  name: string;
  role: ReactNode;
  signing: SignatureState;
  /** The statement the signer agrees to. */
  acknowledgement: ReactNode;
}

export function SignatureForm({ name, role, signing, acknowledgement }: SignatureFormProps) {
  const intl = useIntl();
  const { signature, setSignature, isAcknowledged, acknowledge, problem, isTickMissing } = signing;
  return (
    <>
      <SignatureField
        id="signature"
        name={name}
        role={role}
        value={signature}
        onChange={setSignature}
        messages={signatureMessages(intl, name, (key) => `applications.sign.${key}` as MessageId)}
        wrong={
          problem !== null && (
            <FormattedMessage id={`applications.sign.wrong.${problem}`} values={{ name: <bdi>{name}</bdi> }} />
          )
        }
      />
      <Checkbox
        id="acknowledgement"
        label={acknowledgement}
        checked={isAcknowledged}
        onChange={({ target }) => acknowledge(target.checked)}
        wrong={isTickMissing && <FormattedMessage id="applications.sign.tick_missing" />}
      />
    </>
  );
}

export function SignatureView({ signature }: { signature: Application['signatures'][number] }) {
  const intl = useIntl();
  const { name, role, strokes, typedName, method, signedDate } = signature;
  return (
    <Signature
      name={name}
      role={<FormattedMessage id={`applications.sign.role.${role}`} />}
      strokes={strokes}
      typedName={typedName}
      label={intl.formatMessage({ id: 'applications.sign.signature_of' }, { name })}
      foot={intl.formatMessage({ id: `applications.sign.${method}_on` }, { time: formatDateTime(intl, signedDate) })}
    />
  );
}
