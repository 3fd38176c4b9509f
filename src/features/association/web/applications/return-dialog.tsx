import { useEffect, useRef, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Callout } from '#ui/feedback/callout.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Field, TextAreaField } from '#ui/fields/field.tsx';
import type { Application, Reason } from '#features/applications/shared/application.ts';
import { fieldName } from '#features/applications/shared/labels.ts';
import { listReturnFields, suggestReasons } from './return-fields.ts';
import { submitOnCtrlEnter } from '#features/association/web/submit-on-ctrl-enter.ts';

interface ReturnDialogProps {
  application: Application;
  onReturn: (reasons: readonly Reason[], note: string) => void;
  onClose: () => void;
}

/** Open requirements are preselected with a reason, so Enter sends them. */
export function ReturnDialog({ application, onReturn, onClose }: ReturnDialogProps) {
  const intl = useIntl();
  const list = useRef<HTMLFormElement>(null);
  const [reasons, setReasons] = useState(() => suggestReasons(intl, application.requirements));
  const [note, setNote] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isMissing = reasons.size === 0 && note.trim() === '';
  const isBlank = (field: string) => isChecked && reasons.get(field)?.trim() === '';
  useEffect(() => focusFirst(list.current), []);

  const write = (field: string, reason: string | null) => {
    const next = new Map(reasons);
    if (reason === null) next.delete(field);
    else next.set(field, reason);
    setReasons(next);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    const entries = [...reasons].map(([field, reason]) => ({ field, reason: reason.trim() }));
    const blank = entries.find(({ reason }) => reason === '');
    if (blank !== undefined) list.current?.querySelector<HTMLElement>(`[name="${blank.field}"]`)?.focus();
    else if (!isMissing) onReturn(entries, note.trim());
  };

  return (
    <FormDialog
      title={
        <FormattedMessage id="association.return.title" values={{ name: <bdi>{application.applicant.name}</bdi> }} />
      }
      form={{ ref: list, onSubmit: send }}
      cancelLabel={<FormattedMessage id="association.reject.cancel" />}
      cancelKind="outlined"
      submitLabel={<FormattedMessage id="association.return.send" />}
      onClose={onClose}
    >
      <p className="text-sm text-ink-2">
        <FormattedMessage id="association.return.text" />
      </p>
      <div role="alert" className="empty:hidden">
        {isChecked && isMissing && (
          <Callout kind="alert">
            <FormattedMessage id="association.return.missing" />
          </Callout>
        )}
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(210px,100%),1fr))] gap-x-4 text-sm [&_label:has(>[data-part=box])]:min-h-tap-sm [&_label:has(>[data-part=box])]:items-center [&_label:has(>[data-part=box])]:py-1.75">
        {listReturnFields(application.requirements).map((field) => (
          <div
            key={field}
            className="has-[>[data-part=field]]:col-span-full has-[>[data-part=field]]:pb-2 [&_[data-part=label]]:sr-only"
          >
            <Checkbox
              label={fieldName(intl, field)}
              checked={reasons.has(field)}
              onChange={({ target }) => write(field, target.checked ? '' : null)}
            />
            {reasons.has(field) && (
              <Field
                size="sm"
                name={field}
                label={<FormattedMessage id="association.return.reason" />}
                maxLength={500}
                autoComplete="off"
                value={reasons.get(field) ?? ''}
                onChange={({ target }) => write(field, target.value)}
                wrong={isBlank(field) && <FormattedMessage id="association.return.blank" />}
              />
            )}
          </div>
        ))}
      </div>
      <TextAreaField
        rows={2}
        onKeyDown={submitOnCtrlEnter}
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        label={<FormattedMessage id="association.return.note" />}
        optional={<FormattedMessage id="association.return.optional" />}
      />
    </FormDialog>
  );
}

/** Focuses the first prefilled reason, or the first field. */
function focusFirst(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('input[type=text]') ?? form?.querySelector('input');
  first?.focus();
}
