import { ImageUp } from '#ui/icons/icons.ts';
import { useId, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { intlTag } from '#platform/shared/locale.ts';
import { useForm, type FormValues } from '#platform/web/hooks/use-form.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DateFields } from '#ui/fields/date-fields.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { FileInput } from '#ui/fields/file-input.tsx';
import { Field, FieldMessage } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { photoTypes } from '#features/account/shared/rules.ts';
import { toCardDate } from '#features/certifications/shared/card-date.ts';
import { saveOutside, uploadPicture } from './save-outside.ts';
import { findPictureProblem, getUploadErrorMessage } from './picture-problem.ts';
import { outsideKey } from '#features/certifications/web/queries.ts';
import { parseTypedDay } from './parse-typed-day.ts';

type FieldName = 'agency' | 'level' | 'number' | 'certDate';

/** The form for an outside certification. */
export function OutsideDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const tag = intlTag(useLocale());
  const [picture, setPicture] = useState<File | null>(null);
  const [pictureProblem, setPictureProblem] = useState<MessageId | null>(null);
  /** The id once it is stored, so a retry uploads only the picture. */
  const storedId = useRef<string | null>(null);
  const choose = (file: File) => {
    const problem = findPictureProblem(file);
    setPictureProblem(problem);
    setPicture(problem === null ? file : null);
  };
  const send = async (values: FormValues) => {
    const day = parseDay(values);
    storedId.current ??= (
      await saveOutside(
        {
          agency: values['agency']?.trim() ?? '',
          level: values['level']?.trim() ?? '',
          number: values['number']?.trim() ?? '',
          certDate: day === null || day === 'wrong' ? null : toCardDate(day),
        },
        null,
      )
    ).id;
    void currentQueryClient().invalidateQueries({ queryKey: outsideKey });
    if (picture !== null) await uploadPicture(storedId.current, picture);
    await currentQueryClient().invalidateQueries({ queryKey: outsideKey });
    showToast({ text: intl.formatMessage({ id: 'certifications.outside.kept' }) });
    onClose();
  };
  const { form, problems, formProblem, failureCount, isBusy } = useForm<FieldName>({
    check: validateValues,
    send,
    onFailure: (error) => {
      if (storedId.current === null) return false;
      setPictureProblem(getUploadErrorMessage(error));
      return true;
    },
  });
  const wrong = (name: FieldName) => problems[name] && <FormattedMessage id={problems[name]} />;
  return (
    <FormDialog
      title={<FormattedMessage id="certifications.outside.dialog" />}
      form={form}
      className="grid gap-4"
      focusField="agency"
      cancelLabel={<FormattedMessage id="certifications.cancel" />}
      submitLabel={<FormattedMessage id="certifications.outside.keep" />}
      isBusy={isBusy}
      onClose={onClose}
    >
      <FormAlert problem={formProblem !== null && <FormattedMessage id={formProblem} />} failureCount={failureCount} />
      <p className="text-sm text-ink-2">
        <FormattedMessage id="certifications.outside.dialog_text" />
      </p>
      <Field
        name="agency"
        required
        maxLength={120}
        autoComplete="off"
        label={<FormattedMessage id="certifications.outside.agency" />}
        wrong={wrong('agency')}
      />
      <Field
        name="level"
        required
        maxLength={120}
        autoComplete="off"
        label={<FormattedMessage id="certifications.outside.level" />}
        wrong={wrong('level')}
      />
      <Field
        name="number"
        dir="ltr"
        maxLength={60}
        autoComplete="off"
        label={<FormattedMessage id="certifications.outside.number" />}
        optional={<FormattedMessage id="certifications.optional" />}
        wrong={wrong('number')}
      />
      <DateFields
        name="certDate"
        tag={tag}
        legend={<FormattedMessage id="certifications.outside.date" />}
        optional={<FormattedMessage id="certifications.optional" />}
        labels={{
          day: <FormattedMessage id="certifications.date.day" />,
          month: <FormattedMessage id="certifications.date.month" />,
          year: <FormattedMessage id="certifications.date.year" />,
        }}
        input={(part) => ({ name: part, autoComplete: 'off' })}
        wrongParts={problems.certDate === undefined ? [] : ['day', 'month', 'year']}
        wrong={wrong('certDate')}
      />
      <PictureField file={picture} problem={pictureProblem} onChoose={choose} />
    </FormDialog>
  );
}

interface PictureFieldProps {
  file: File | null;
  problem: MessageId | null;
  onChoose: (file: File) => void;
}

function PictureField({ file, problem, onChoose }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <div className="min-w-0">
      <Button kind="outlined" aria-describedby={id} onClick={() => input.current?.click()}>
        <ImageUp size={18} aria-hidden="true" />
        {file === null ? (
          <FormattedMessage id="certifications.outside.picture" />
        ) : (
          <bdi className="truncate">{file.name}</bdi>
        )}
      </Button>
      <FileInput ref={input} accept={photoTypes} onChoose={onChoose} />
      <FieldMessage id={id} state={problem === null ? undefined : 'wrong'}>
        <FormattedMessage id={problem ?? 'certifications.outside.picture_hint'} />
      </FieldMessage>
    </div>
  );
}

function validateValues(values: FormValues): Partial<Record<FieldName, MessageId>> {
  const isMissing = (name: FieldName) => (values[name] ?? '').trim() === '';
  return {
    ...(isMissing('agency') && { agency: 'certifications.outside.agency_missing' }),
    ...(isMissing('level') && { level: 'certifications.outside.level_missing' }),
    ...(parseDay(values) === 'wrong' && { certDate: 'error.certifications.bad_date' }),
  };
}

const parseDay = ({ day = '', month = '', year = '' }: FormValues) => parseTypedDay(day, month, year, new Date());
