import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { AuthenticatorSetup } from '#ui/display/authenticator-setup.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Field } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { RecoveryCodes } from '#ui/display/recovery-codes.tsx';
import { factorClient } from '#features/account/web/client.ts';

interface FactorDialogProps {
  affiliateId: number;
  enrolment: { ticket: string; secret: string; uri: string } | null;
  /** If set, only the codes are shown. */
  codes: readonly string[] | null;
  onCodes: (codes: string[]) => void;
  onClose: () => void;
}

/** The setup steps: scan, enter the first code, save the recovery codes. */
export function FactorDialog({ codes, ...props }: FactorDialogProps) {
  if (codes !== null) return <RecoveryCodesDialog codes={codes} onClose={props.onClose} />;
  return props.enrolment && <SetupDialog {...props} enrolment={props.enrolment} />;
}

function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const intl = useIntl();
  return (
    <Dialog
      isOpen
      isAlert
      onOpenChange={onClose}
      title={<FormattedMessage id="account.factor.codes.title" />}
      actions={
        <Button onClick={onClose}>
          <FormattedMessage id="account.factor.codes.done" />
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">
          <FormattedMessage id="account.factor.codes.text" />
        </p>
        <RecoveryCodes
          codes={codes}
          label={intl.formatMessage({ id: 'account.factor.codes.label' })}
          copyLabel={<FormattedMessage id="account.factor.codes.copy" />}
          copied={<FormattedMessage id="account.factor.copied" />}
          downloadLabel={<FormattedMessage id="account.factor.codes.download" />}
          fileName="recovery-codes.txt"
        />
      </div>
    </Dialog>
  );
}

interface SetupDialogProps extends Omit<FactorDialogProps, 'codes' | 'enrolment'> {
  enrolment: NonNullable<FactorDialogProps['enrolment']>;
}

function SetupDialog({ affiliateId, enrolment, onCodes, onClose }: SetupDialogProps) {
  const intl = useIntl();
  const { form, problems, formProblem, failureCount, isBusy } = useForm<'code'>({
    retryField: 'code',
    check: ({ code = '' }) => (code.trim() === '' ? { code: 'account.factor.code.missing' } : {}),
    send: async ({ code = '' }) => {
      const body = { ticket: enrolment.ticket, code };
      const answer = await factorClient('POST user/{affiliateId}/factor', { params: { affiliateId }, body });
      onCodes(answer.recoveryCodes);
    },
  });
  return (
    <FormDialog
      title={<FormattedMessage id="account.factor.setup.title" />}
      form={form}
      cancelLabel={<FormattedMessage id="account.cancel" />}
      submitLabel={<FormattedMessage id="account.factor.setup.submit" />}
      isBusy={isBusy}
      onClose={onClose}
    >
      <FormAlert problem={formProblem !== null && <FormattedMessage id={formProblem} />} failureCount={failureCount} />
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">
          <FormattedMessage id="account.factor.setup.text" />
        </p>
        <AuthenticatorSetup
          uri={enrolment.uri}
          secret={enrolment.secret}
          qrLabel={intl.formatMessage({ id: 'account.factor.setup.qr' })}
          keyLabel={<FormattedMessage id="account.factor.setup.key" />}
          copyLabel={<FormattedMessage id="account.factor.setup.copy" />}
          copied={<FormattedMessage id="account.factor.copied" />}
        />
        <Field
          name="code"
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          label={<FormattedMessage id="account.factor.code" />}
          wrong={problems.code && <FormattedMessage id={problems.code} />}
        />
      </div>
    </FormDialog>
  );
}
