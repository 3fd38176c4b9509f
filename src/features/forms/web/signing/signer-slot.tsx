import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Smartphone } from '#ui/icons/icons.ts';
import { Link } from 'react-router';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Signature } from '#ui/signature/signature.tsx';
import { SignatureField } from '#ui/signature/signature-field.tsx';
import type { Signer } from '#features/forms/shared/contract.ts';
import { signatureMessages } from '#features/forms/shared/signature-messages.ts';
import { signatureId, useOpenForms } from '#features/forms/web/fill/form-context.ts';
import { canChildSignHere, signerPath } from './hand-over.tsx';
import { formatDateTime } from '#platform/shared/format-day.ts';
import { GuardianRequest } from './guardian-request.tsx';
import { fieldLabel, fieldOptional } from '#ui/fields/field.tsx';

/** A signer's signature, the field to sign, or the pending state. */
export function SignerSlot({ signer }: { signer: Signer }) {
  const { draft, signing } = useOpenForms();
  // An adult signs alone, so the role is omitted.
  const role = draft.signers.length > 1 && <FormattedMessage id={`forms.sign.role.${signer.role}`} />;
  if (signer.signedDate !== null) return <SignedSlot signer={signer} role={role} />;
  return signer === signing.me ? (
    <SignatureSlot signer={signer} role={role} />
  ) : (
    <PendingSlot signer={signer} role={role} />
  );
}

type SignerSlotProps = { signer: Signer; role: ReactNode };

function SignedSlot({ signer, role }: SignerSlotProps) {
  const intl = useIntl();
  const { name, signedDate, method, strokes, typedName } = signer;
  const time = formatDateTime(intl, signedDate ?? '');
  return (
    <Signature
      name={name}
      role={role}
      strokes={strokes}
      typedName={typedName}
      label={intl.formatMessage({ id: 'forms.sign.signature_of' }, { name })}
      foot={intl.formatMessage({ id: `forms.sign.${method ?? 'drawn'}_on` }, { time })}
    />
  );
}

function SignatureSlot({ signer, role }: SignerSlotProps) {
  const intl = useIntl();
  const { signing } = useOpenForms();
  const name = signer.name ?? '';
  const missing = signing.missing.find((item) => item.kind === 'signature');
  return (
    <SignatureField
      id={signatureId}
      name={name}
      role={role}
      value={signing.signature}
      onChange={signing.setSignature}
      messages={signatureMessages(intl, name)}
      wrong={
        missing && <FormattedMessage id={`forms.sign.wrong.${missing.problem}`} values={{ name: <bdi>{name}</bdi> }} />
      }
    />
  );
}

function PendingSlot({ signer, role }: SignerSlotProps) {
  const { draft, signing } = useOpenForms();
  const isAnyoneSigned = draft.signers.some(({ signedDate }) => signedDate !== null);
  if (!signing.isHandedOver && signer.role === 'guardian' && isAnyoneSigned)
    return <GuardianRequest signer={signer} role={role} />;
  return (
    <div className="signature">
      <div className={fieldLabel}>
        <bdi>{signer.name ?? role}</bdi>
        {signer.name !== null && role && <span className={fieldOptional}>{role}</span>}
      </div>
      <p className="text-sm text-ink-2">
        <FormattedMessage
          id={
            signing.isHandedOver
              ? 'forms.hand_over.then'
              : canChildSignHere(draft, signer)
                ? 'forms.hand_over.choice'
                : isAnyoneSigned
                  ? 'forms.sign.waits'
                  : signer.name === null
                    ? 'forms.sign.guardian_unknown'
                    : `forms.sign.later.${signer.role}`
          }
          values={{ name: <bdi>{signer.name}</bdi> }}
        />
      </p>
      {/* Hidden while the guardian's signature is being sent, because leaving the page would hide its result. */}
      {!signing.isHandedOver && !signing.isBusy && canChildSignHere(draft, signer) && (
        <Link className={buttonClass({ kind: 'outlined' })} to={signerPath(draft, 'ready')}>
          <Smartphone size={18} aria-hidden="true" />
          <span>
            <FormattedMessage id="forms.hand_over.action" values={{ name: <bdi>{signer.name}</bdi> }} />
          </span>
        </Link>
      )}
    </div>
  );
}
