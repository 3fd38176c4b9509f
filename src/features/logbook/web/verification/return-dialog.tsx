import { X } from '#ui/icons/icons.ts';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextAreaField } from '#ui/fields/field.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Select } from '#ui/fields/select.tsx';
import type { DiveLog, FieldRemark } from '#features/logbook/shared/contract.ts';
import { limits } from '#features/logbook/shared/rules.ts';

interface ReturnDialogProps {
  log: DiveLog;
  onReturn: (reason: string, fields: FieldRemark[]) => void;
  onClose: () => void;
}

/** Listed for every dive, even if empty. */
const alwaysListed = ['dive_title', 'dive_date', 'dive_location', 'dive_type'] as const;
const timeFields = ['max_depth', 'bottom_time', 'time_in', 'time_out', 'dive_skills'] as const;
const maxRemarkLength = 500;

/** The reason for a return, and optional remarks on fields. */
export function ReturnDialog({ log, onReturn, onClose }: ReturnDialogProps) {
  const intl = useIntl();
  const [reason, setReason] = useState('');
  const [remarks, setRemarks] = useState<FieldRemark[]>([]);
  const [isChecked, setIsChecked] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const name = (field: string) => intl.formatMessage({ id: `logbook.field.${field}` as MessageId });
  const chosen = new Set(remarks.map(({ field }) => field));
  const choices = listRemarkFields(log).filter((field) => !chosen.has(field));
  const write = (field: string, message: string) =>
    setRemarks(remarks.map((remark) => (remark.field === field ? { field, message } : remark)));
  const send = () => {
    setIsChecked(true);
    const trimmed = remarks.map(({ field, message }) => ({ field, message: message.trim() }));
    if (reason.trim() !== '' && trimmed.every(({ message }) => message !== '')) return onReturn(reason.trim(), trimmed);
    const areas = [...(form.current?.querySelectorAll('textarea') ?? [])];
    areas.find(({ value }) => value.trim() === '')?.focus();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="logbook.return.title" values={{ name: <bdi>{log.diver_name}</bdi> }} />}
      actions={
        <>
          <Button kind="outlined" onClick={onClose}>
            <FormattedMessage id="logbook.return.cancel" />
          </Button>
          <Button onClick={send}>
            <FormattedMessage id="logbook.return.send" />
          </Button>
        </>
      }
    >
      <div ref={form} className="grid gap-4">
        <TextAreaField
          label={<FormattedMessage id="logbook.return.reason" />}
          hint={<FormattedMessage id="logbook.return.reason_hint" />}
          wrong={isChecked && reason.trim() === '' && <FormattedMessage id="logbook.return.reason_missing" />}
          value={reason}
          maxLength={limits.reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {remarks.map(({ field, message }) => (
          <TextAreaField
            key={field}
            rows={2}
            label={name(field)}
            labelEnd={
              <IconButton
                size="sm"
                label={intl.formatMessage({ id: 'logbook.return.remove' }, { field: name(field) })}
                onClick={() => setRemarks(remarks.filter((remark) => remark.field !== field))}
              >
                <X size={18} aria-hidden="true" />
              </IconButton>
            }
            wrong={isChecked && message.trim() === '' && <FormattedMessage id="logbook.return.remark_missing" />}
            value={message}
            maxLength={maxRemarkLength}
            onChange={({ target }) => write(field, target.value)}
          />
        ))}
        <Select
          key={remarks.length}
          label={<FormattedMessage id="logbook.return.add" />}
          placeholder={intl.formatMessage({ id: 'logbook.return.add_hint' })}
          choices={choices.map((field) => ({ id: field, label: name(field) }))}
          value={null}
          onChange={(field) => {
            if (field === null) return;
            setRemarks([...remarks, { field, message: '' }]);
            // The list that had the focus resets, so the new text area takes it.
            requestAnimationFrame(() => [...(form.current?.querySelectorAll('textarea') ?? [])].at(-1)?.focus());
          }}
        />
      </div>
    </Dialog>
  );
}

/** The fields an instructor can remark on: the required ones and those with a value, in the order of the form. */
function listRemarkFields(log: DiveLog): string[] {
  const filled = Object.entries({ ...log.conditions[0], ...log.equipment[0], ...log.experiences[0] })
    .filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== '',
    )
    .map(([field]) => field);
  return [...alwaysListed, ...timeFields, ...filled];
}
