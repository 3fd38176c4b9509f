import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { RadioCards } from '#ui/fields/radio-cards.tsx';
import type { RedeemResult } from '#features/learning/shared/codes-contract.ts';
import { codeClient } from '#features/learning/web/client.ts';
import { formatDuration } from '#features/learning/web/format.ts';
import { RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { currentCulture, learningKey } from '#features/learning/web/queries.ts';
import { getCodeErrorMessageId } from './code-error-message.ts';
import { type MissingPrerequisite, readMissingPrerequisite } from './missing-prerequisite.ts';

interface SpecialtyDialogProps {
  code: string;
  packageId: string;
  onChosen: (answer: RedeemResult) => void;
  /** The person lacks the prerequisite of the chosen specialty. */
  onBlocked: (missing: MissingPrerequisite) => void;
  onClose: () => void;
}

/** Asks for the specialty before the code is redeemed. */
export function SpecialtyDialog({ code, packageId, onChosen, onBlocked, onClose }: SpecialtyDialogProps) {
  const intl = useIntl();
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<MessageId | null>(null);
  const [failureCount, setFailureCount] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const culture = currentCulture();
  const choices = useQuery({
    queryKey: [...learningKey, 'packages', packageId, culture],
    queryFn: () => codeClient('GET codes/packages/{packageId}', { params: { packageId }, query: { culture } }),
  });
  const showError = (id: MessageId) => {
    setProblem(id);
    setFailureCount(failureCount + 1);
  };
  const choose = async () => {
    if (chosen === null) return showError('learning.specialty.missing');
    setIsBusy(true);
    try {
      onChosen(
        await codeClient('POST codes/{code}/redeem/specialty', { params: { code }, query: { packageid: chosen } }),
      );
    } catch (error) {
      setIsBusy(false);
      const missing = readMissingPrerequisite(error);
      if (missing !== null) return onBlocked(missing);
      showError(error instanceof ApiError ? getCodeErrorMessageId(error) : 'GeneralError');
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="learning.specialty.title" />}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id="learning.cancel" />
          </Button>
          <Button isBusy={isBusy} onClick={() => void choose()}>
            <FormattedMessage id="learning.specialty.choose" />
          </Button>
        </>
      }
    >
      <FormAlert problem={problem !== null && <FormattedMessage id={problem} />} failureCount={failureCount} />
      <p className="text-sm text-ink-2">
        <FormattedMessage id="learning.specialty.text" />
      </p>
      <QueryView query={choices} skeleton={<RowsSkeleton rows={3} />} isCard level={3}>
        {(packages) => (
          <div className="mt-4">
            <RadioCards
              label={<FormattedMessage id="learning.specialty.title" />}
              picks={packages.map(({ packageId: id, title, summary, minutes }) => ({
                value: id,
                title,
                text: (
                  <>
                    <span className="block" dir="auto">
                      {summary}
                    </span>
                    <span className="block">{formatDuration(intl, minutes)}</span>
                  </>
                ),
              }))}
              value={chosen}
              onPick={(id) => {
                setChosen(id);
                setProblem(null);
              }}
            />
          </div>
        )}
      </QueryView>
    </Dialog>
  );
}
