import { FormattedMessage, useIntl } from 'react-intl';
import { Signature } from '../../../ui/signature.tsx';
import type { Signer } from '../shared/contract.ts';
import { momentText } from './forms-words.ts';

export function RecordSigners({ signers }: { signers: readonly Signer[] }) {
  const intl = useIntl();
  return (
    <div className="record-signers">
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
                  values={{ date: momentText(intl, signedDate) }}
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
