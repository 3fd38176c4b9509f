import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ApiError } from '#platform/web/client/client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { RadioCards } from '#ui/fields/radio-cards.tsx';
import type { RedeemResult } from '#features/learning/shared/codes-contract.ts';
import { codes } from '#features/learning/web/client.ts';
import { formatDuration } from '#features/learning/web/format.ts';
import { hasFailed, LoadError, RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { currentCulture, learningKey } from '#features/learning/web/queries.ts';
import { getCodeErrorMessageId } from './code-error-message.ts';

interface SpecialtyDialogProps {
  code: string;
  packageId: string;
  onChosen: (answer: RedeemResult) => void;
  onClose: () => void;
}

/** Asks for the specialty before the code is redeemed. */
export function SpecialtyDialog({ code, packageId, onChosen, onClose }: SpecialtyDialogProps) {
  const intl = useIntl();
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const culture = currentCulture();
  const choices = useQuery({
    queryKey: [...learningKey, 'packages', packageId, culture],
    queryFn: () => codes('GET codes/packages/{packageId}', { params: { packageId }, query: { culture } }),
  });
  const refuse = (id: string) => {
    setProblem(id);
    setRefusals(refusals + 1);
  };
  const choose = async () => {
    if (chosen === null) return refuse('learning.specialty.missing');
    setIsBusy(true);
    try {
      onChosen(await codes('POST codes/{code}/redeem/specialty', { params: { code }, query: { packageid: chosen } }));
    } catch (error) {
      setIsBusy(false);
      refuse(error instanceof ApiError ? getCodeErrorMessageId(error) : 'GeneralError');
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
      <FormAlert problem={problem !== null && <FormattedMessage id={problem} />} refusals={refusals} />
      <p className="text-sm text-ink-2">
        <FormattedMessage id="learning.specialty.text" />
      </p>
      {choices.data === undefined ? (
        hasFailed(choices) ? (
          <LoadError query={choices} level={3} />
        ) : (
          <RowsSkeleton rows={3} />
        )
      ) : (
        <div className="mt-4">
          <RadioCards
            label={<FormattedMessage id="learning.specialty.title" />}
            picks={choices.data.map(({ packageId: id, title, summary, minutes }) => ({
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
    </Dialog>
  );
}
