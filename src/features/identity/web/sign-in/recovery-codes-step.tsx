import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { RecoveryCodes } from '#ui/display/recovery-codes.tsx';
import { AccountHead } from '#features/identity/web/account-frame.tsx';

interface RecoveryCodesStepProps {
  codes: readonly string[];
  onContinue: () => void;
}

/** The recovery codes are shown only here, because only hashes are stored. */
export function RecoveryCodesStep({ codes, onContinue }: RecoveryCodesStepProps) {
  const intl = useIntl();
  return (
    <>
      <AccountHead
        title={intl.formatMessage({ id: 'identity.codes.title' })}
        text={<FormattedMessage id="identity.codes.text" />}
        takesFocus
      />
      <div className="mt-7 grid gap-6">
        <RecoveryCodes
          codes={codes}
          label={intl.formatMessage({ id: 'identity.codes.label' })}
          copyLabel={<FormattedMessage id="identity.codes.copy" />}
          copied={<FormattedMessage id="identity.copied" />}
          downloadLabel={<FormattedMessage id="identity.codes.download" />}
          fileName="recovery-codes.txt"
        />
        <Button size="lg" isWide onClick={onContinue}>
          <FormattedMessage id="identity.codes.continue" />
        </Button>
      </div>
    </>
  );
}
