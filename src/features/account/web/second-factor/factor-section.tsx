import { Smartphone } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatDay } from '#platform/shared/format-day.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { canAddCredentials } from '#features/account/shared/policy.ts';
import type { AccountState } from '#features/account/shared/security-contract.ts';
import { toErrorMessageId } from '#features/account/web/error-message-id.ts';
import { useAccountCache } from '#features/account/web/account/account-queries.ts';
import { factorClient } from '#features/account/web/client.ts';
import { SettingsSection } from '#features/account/web/settings-section.tsx';
import { FactorDialog } from './factor-dialog.tsx';
import { FactorRemoveDialog } from './factor-remove-dialog.tsx';

type Enrollment = { ticket: string; secret: string; uri: string };

/** The authenticator app as a second factor. */
export function FactorSection({ account }: { account: AccountState }) {
  const intl = useIntl();
  const { affiliateId, relation, signsInWith, factor } = account;
  const { refresh } = useAccountCache(affiliateId);
  const [enrolment, setEnrolment] = useState<Enrollment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  if (signsInWith === 'elsewhere' || (!canAddCredentials(relation) && factor === null)) return null;

  async function run(work: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      showToast({ text: intl.formatMessage({ id: toErrorMessageId(error) }) });
    } finally {
      setIsBusy(false);
    }
  }
  const params = { affiliateId };
  const startSetup = () =>
    run(async () => setEnrolment(await factorClient('POST user/{affiliateId}/factor/options', { params })));
  const renew = () =>
    run(async () => {
      const answer = await factorClient('POST user/{affiliateId}/factor/recovery-codes', { params });
      setCodes(answer.recoveryCodes);
    });

  return (
    <SettingsSection
      title={<FormattedMessage id="account.factor.title" />}
      text={<FormattedMessage id="account.factor.text" />}
    >
      {factor === null ? (
        <Card>
          <p className="text-ink-2">
            <FormattedMessage id="account.factor.none" />
          </p>
          <Button kind="outlined" className="mt-4" isBusy={isBusy} onClick={() => void startSetup()}>
            <FormattedMessage id="account.factor.add" />
          </Button>
        </Card>
      ) : (
        <>
          <Rows>
            <Row
              wrapsOnPhone
              start={
                <Disc>
                  <Smartphone size={22} />
                </Disc>
              }
              title={<FormattedMessage id="account.factor.app" />}
              text={
                <FormattedMessage
                  id="account.factor.since"
                  values={{
                    date: formatDay(intl, factor.createdAt, 'medium'),
                    count: factor.recoveryCodesLeft,
                  }}
                />
              }
              end={
                <Button kind="outlined" size="sm" onClick={() => setIsRemoving(true)}>
                  <FormattedMessage id="account.factor.remove" />
                </Button>
              }
            />
          </Rows>
          {canAddCredentials(relation) && (
            <div className="mt-4 flex flex-wrap gap-3">
              <Button kind="outlined" isBusy={isBusy} onClick={() => void renew()}>
                <FormattedMessage id="account.factor.new_codes" />
              </Button>
              <Button kind="outlined" isBusy={isBusy} onClick={() => void startSetup()}>
                <FormattedMessage id="account.factor.replace" />
              </Button>
            </div>
          )}
        </>
      )}
      {(enrolment !== null || codes !== null) && (
        <FactorDialog
          affiliateId={affiliateId}
          enrolment={enrolment}
          codes={codes}
          onCodes={setCodes}
          onClose={() => {
            setEnrolment(null);
            setCodes(null);
            void refresh();
          }}
        />
      )}
      {isRemoving && <FactorRemoveDialog affiliateId={affiliateId} onClose={() => setIsRemoving(false)} />}
    </SettingsSection>
  );
}
