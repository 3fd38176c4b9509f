import { FormattedMessage, useIntl } from 'react-intl';
import { Signature } from '#ui/signature/signature.tsx';
import type { Signer } from '#features/forms/shared/contract.ts';
import { formatDateTime } from '#platform/shared/format-day.ts';

export function RecordSigners({ signers }: { signers: readonly Signer[] }) {
  const intl = useIntl();
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(280px,100%),1fr))] gap-5">
      {signers.map(({ role, name, method, signedDate, strokes, typedName, onPhoneOf }) => (
        <Signature
          key={role}
          name={name}
          role={<FormattedMessage id={`forms.record.role.${role}`} />}
          strokes={strokes}
          typedName={typedName}
          label={intl.formatMessage({ id: 'forms.record.signature_of' }, { name })}
          foot={
            signedDate !== null && (
              <>
                <FormattedMessage
                  id={`forms.record.${method === 'typed' ? 'typed' : 'drawn'}`}
                  values={{ date: formatDateTime(intl, signedDate) }}
                />
                {onPhoneOf !== null && (
                  <span className="block">
                    <FormattedMessage id="forms.record.on_phone_of" values={{ name: <bdi>{onPhoneOf}</bdi> }} />
                  </span>
                )}
              </>
            )
          }
        />
      ))}
    </div>
  );
}
