import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { RadioCards } from '#ui/fields/radio-cards.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { ClubPage } from '#features/club/shared/contract.ts';
import { refreshClub } from '#features/club/web/club-queries.ts';
import { getCardPath, renderLinkTo, renderProfileLink } from '#features/club/web/club-links.tsx';
import { redeemCard } from './redeem-card.ts';
import { rowClass, rowText, DividedList } from '#ui/lists/row.tsx';
import { clsx } from 'clsx';

/** Chooses the certification for the year's free eCard; unavailable ones are listed with the reason. */
export function ChooseCardDialog({ page: { choices }, onClose }: { page: ClubPage; onClose: () => void }) {
  const intl = useIntl();
  const possible = choices.filter(({ refusal }) => refusal === null);
  const unavailable = choices.filter(({ refusal }) => refusal !== null);
  const [chosen, setChosen] = useState<number | null>(possible.length === 1 ? (possible[0]?.licenseID ?? null) : null);
  const [problem, setProblem] = useState<MessageId | null>(null);
  const [errorCount, setErrorCount] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const showError = (id: MessageId) => {
    setProblem(id);
    setErrorCount(errorCount + 1);
  };
  const redeem = async () => {
    const choice = possible.find(({ licenseID }) => licenseID === chosen);
    if (choice === undefined) return showError('club.choose.missing');
    setIsBusy(true);
    try {
      await redeemCard(choice);
      showToast({ text: intl.formatMessage({ id: 'club.choose.done' }, { level: choice.levelName }) });
      onClose();
    } catch (error) {
      setIsBusy(false);
      showError(error instanceof ApiError ? getErrorMessageId(error) : 'GeneralError');
      // The eCard was redeemed elsewhere, so the choices are reloaded.
      void refreshClub();
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="club.choose.title" />}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id={possible.length > 0 ? 'club.choose.cancel' : 'club.choose.close'} />
          </Button>
          {possible.length > 0 && (
            <Button isBusy={isBusy} onClick={() => void redeem()}>
              <FormattedMessage id="club.choose.take" />
            </Button>
          )}
        </>
      }
    >
      <FormAlert problem={problem !== null && <FormattedMessage id={problem} />} failureCount={errorCount} />
      <p className="mb-4 text-sm text-ink-2">
        <FormattedMessage id={possible.length > 0 ? 'club.choose.text' : 'club.choose.none'} />
      </p>
      {possible.length > 0 && (
        <RadioCards
          label={<FormattedMessage id="club.choose.title" />}
          picks={possible.map(({ licenseID, levelName }) => ({ value: licenseID, title: levelName }))}
          value={chosen}
          onPick={(licenseID) => {
            setChosen(licenseID);
            setProblem(null);
          }}
        />
      )}
      {unavailable.length > 0 && (
        <>
          {possible.length > 0 && (
            <h3 className="mt-5">
              <FormattedMessage id="club.choose.refused" />
            </h3>
          )}
          <DividedList>
            {unavailable.map(({ licenseID, levelID, levelName, refusal }) => (
              <li key={licenseID} className={rowClass}>
                <span className={clsx(rowText, 'flex-1')}>
                  <b dir="auto">{levelName}</b>
                  <span>
                    <FormattedMessage
                      id={`club.refusal.${refusal?.slice('club.'.length)}` as MessageId}
                      values={{ profile: renderProfileLink, card: renderLinkTo(getCardPath({ licenseID, levelID })) }}
                    />
                  </span>
                </span>
              </li>
            ))}
          </DividedList>
        </>
      )}
    </Dialog>
  );
}
