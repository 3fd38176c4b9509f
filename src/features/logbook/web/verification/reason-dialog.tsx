import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import { useShownRows } from '#platform/web/client/use-shown-rows.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextAreaField } from '#ui/fields/field.tsx';
import type { Deviation } from '#features/logbook/shared/deviations.ts';
import { limits } from '#features/logbook/shared/rules.ts';
import { DeviationList } from './deviation-list.tsx';

interface DeviatingDive {
  id: string;
  diver_name: string;
  dive_title: string;
  deviations: readonly Deviation[];
}

interface ReasonDialogProps {
  dives: readonly DeviatingDive[];
  /** The number of selected dives without deviations. */
  others: number;
  onVerify: (reason: string) => void;
  onVerifyOthers: () => void;
  onClose: () => void;
}

/** The number of dives that are rendered at a time. */
const shownStep = 25;

/** Asks for a reason before verifying dives with deviations. */
export function ReasonDialog({ dives, others, onVerify, onVerifyOthers, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const rows = useShownRows(shownStep, { loaded: dives.length, total: dives.length });
  const send = () => {
    setIsChecked(true);
    if (reason.trim() !== '') onVerify(reason.trim());
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="logbook.deviation.dialog" values={{ count: dives.length }} />}
      actions={
        <>
          <Button kind="outlined" onClick={others > 0 ? onVerifyOthers : onClose}>
            {others > 0 ? (
              <FormattedMessage id="logbook.deviation.others" values={{ count: others }} />
            ) : (
              <FormattedMessage id="logbook.return.cancel" />
            )}
          </Button>
          <Button onClick={send}>
            <FormattedMessage id="logbook.deviation.verify" values={{ count: dives.length + others }} />
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {dives.slice(0, rows.limit).map(({ id, diver_name: name, dive_title: title, deviations }) => (
          <div key={id} data-part="deviating-dive">
            <p className="font-strong">
              <bdi>{name}</bdi> · <bdi>{title}</bdi>
            </p>
            <DeviationList deviations={deviations} />
          </div>
        ))}
        <LoadMoreButton query={rows} rowSelector="[data-part=deviating-dive]" />
        <TextAreaField
          label={<FormattedMessage id="logbook.deviation.reason" />}
          hint={<FormattedMessage id="logbook.deviation.reason_hint" />}
          maxLength={limits.reason}
          value={reason}
          wrong={isChecked && reason.trim() === '' && <FormattedMessage id="logbook.deviation.reason_missing" />}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </Dialog>
  );
}
