import { ImageUp } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { intlTag } from '../../../platform/shared/locale.ts';
import { useForm, type Values } from '../../../platform/web/form.ts';
import { useLocale } from '../../../platform/web/i18n.tsx';
import { queries } from '../../../platform/web/query.ts';
import { Button } from '../../../ui/button.tsx';
import { DateFields } from '../../../ui/date-fields.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileInput } from '../../../ui/file-input.tsx';
import { Field, FieldMessage } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { photoTypes } from '../../account/shared/rules.ts';
import { toCardDate } from '../shared/card-date.ts';
import { keepOutside, sendPicture } from './outside-keep.ts';
import { problemOf, refusalOf } from './outside-picture.ts';
import { outsideKey } from './queries.ts';
import { typedDay } from './typed-day.ts';

type FieldName = 'agency' | 'level' | 'number' | 'certDate';

/** What somebody says of a certification from elsewhere. */
export function OutsideDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const tag = intlTag(useLocale());
  const formId = useId();
  const [picture, setPicture] = useState<File | null>(null);
  const [pictureProblem, setPictureProblem] = useState<string | null>(null);
  /** It is kept once, and only its picture was refused. */
  const keptId = useRef<string | null>(null);
  const choose = (file: File) => {
    const problem = problemOf(file);
    setPictureProblem(problem);
    setPicture(problem === null ? file : null);
  };
  const send = async (values: Values) => {
    const day = dayOf(values);
    keptId.current ??= (
      await keepOutside(
        {
          agency: values['agency']?.trim() ?? '',
          level: values['level']?.trim() ?? '',
          number: values['number']?.trim() ?? '',
          certDate: day === null || day === 'wrong' ? null : toCardDate(day),
        },
        null,
      )
    ).id;
    void queries.invalidateQueries({ queryKey: outsideKey });
    if (picture !== null) await sendPicture(keptId.current, picture);
    await queries.invalidateQueries({ queryKey: outsideKey });
    showToast({ text: intl.formatMessage({ id: 'certifications.outside.kept' }) });
    onClose();
  };
  const { form, problems, formProblem, refusals, isBusy } = useForm<FieldName>({
    check,
    send,
    onFailure: (error) => {
      if (keptId.current === null) return false;
      setPictureProblem(refusalOf(error));
      return true;
    },
  });
  useEffect(() => {
    form.ref.current?.querySelector('input')?.focus();
  }, [form.ref]);
  const wrong = (name: FieldName) => problems[name] && <FormattedMessage id={problems[name]} />;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="certifications.outside.dialog" />}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id="certifications.cancel" />
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            <FormattedMessage id="certifications.outside.keep" />
          </Button>
        </>
      }
    >
      <form {...form} id={formId} className="grid gap-4">
        <FormAlert problem={formProblem !== null && <FormattedMessage id={formProblem} />} refusals={refusals} />
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
      </form>
    </Dialog>
  );
}

interface PictureFieldProps {
  file: File | null;
  problem: string | null;
  onChoose: (file: File) => void;
}

function PictureField({ file, problem, onChoose }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <div className={problem === null ? 'field' : 'field wrong'}>
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

function check(values: Values): Partial<Record<FieldName, string>> {
  const isMissing = (name: FieldName) => (values[name] ?? '').trim() === '';
  return {
    ...(isMissing('agency') && { agency: 'certifications.outside.agency_missing' }),
    ...(isMissing('level') && { level: 'certifications.outside.level_missing' }),
    ...(dayOf(values) === 'wrong' && { certDate: 'error.certifications.bad_date' }),
  };
}

const dayOf = ({ day = '', month = '', year = '' }: Values) => typedDay(day, month, year, new Date());
