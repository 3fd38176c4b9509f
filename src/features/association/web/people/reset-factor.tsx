import { ShieldOff } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { factorClient } from '#features/association/web/client.ts';
import { ReasonDialog } from '#features/association/web/reason-dialog.tsx';

/** For people who lost their phone and their recovery codes. */
export function ResetFactor({ affiliateId, name }: { affiliateId: number; name: string }) {
  const intl = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function reset(reason: string): Promise<void> {
    setIsBusy(true);
    try {
      await factorClient('POST user/{affiliateId}/factor/reset', { params: { affiliateId }, body: { reason } });
      setIsOpen(false);
      showToast({ text: intl.formatMessage({ id: 'association.person.factor_reset' }, { name }) });
    } catch (error) {
      setProblem(formatErrorMessage(intl, error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <Button
        align="start"
        kind="outlined"
        size="sm"
        onClick={() => {
          setProblem(null);
          setIsOpen(true);
        }}
      >
        <ShieldOff size={16} aria-hidden="true" />
        <FormattedMessage id="association.person.reset_factor" />
      </Button>
      {isOpen && (
        <ReasonDialog
          title={<FormattedMessage id="association.person.reset_factor.title" />}
          text={<FormattedMessage id="association.person.reset_factor.text" values={{ name: <bdi>{name}</bdi> }} />}
          hint={<FormattedMessage id="association.person.reset_factor.hint" />}
          missing={<FormattedMessage id="association.person.reset_factor.missing" />}
          maxLength={500}
          sendLabel={<FormattedMessage id="association.person.reset_factor.submit" />}
          isBusy={isBusy}
          problem={problem}
          onSend={(reason) => void reset(reason)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
