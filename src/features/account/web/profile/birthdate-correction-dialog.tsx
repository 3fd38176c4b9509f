import { FileUp } from '#ui/icons/icons.ts';
import { useId, useRef, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { toIsoDate } from '#platform/shared/dates.ts';
import { documentTypes } from '#platform/web/files/document-file.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DateFields } from '#ui/fields/date-fields.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { FileInput } from '#ui/fields/file-input.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { findBirthdateProblems, documentMaxBytes, joinBirthdate } from '#features/account/shared/rules.ts';
import { birthdateClient } from '#features/account/web/client.ts';
import { useRefetchProfile } from './profile-queries.ts';

const fields = { day: 'birthDay', month: 'birthMonth', year: 'birthYear' } as const;
const parts = ['day', 'month', 'year'] as const;

/** Requests a correction with the new birthdate and a document that shows it. */
export function BirthdateCorrectionDialog({ affiliateId, onClose }: { affiliateId: number; onClose: () => void }) {
  const intl = useIntl();
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const key = useRef(crypto.randomUUID());
  const refetch = useRefetchProfile(affiliateId);
  const [typed, setTyped] = useState({ day: '', month: '', year: '' });
  const [file, setFile] = useState<File | null>(null);
  const [hasTried, setHasTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [failureCount, setFailureCount] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [today] = useState(() => toIsoDate(new Date()));
  const dateProblems = findBirthdateProblems(typed, today);
  const wrongParts = hasTried ? parts.filter((part) => dateProblems[fields[part]] !== undefined) : [];
  const fileProblem =
    file === null
      ? 'account.correction.file_missing'
      : file.size > documentMaxBytes
        ? 'account.correction.file_large'
        : null;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setHasTried(true);
    const birthDate = joinBirthdate(typed);
    if (birthDate === null || file === null || fileProblem !== null || Object.keys(dateProblems).length > 0) return;
    const form = new FormData();
    form.set('birthDate', birthDate);
    form.set('key', key.current);
    form.set('document', file);
    setIsBusy(true);
    try {
      await birthdateClient('POST user/{affiliateId}/birthdate-correction', { params: { affiliateId }, form });
      showToast({ text: intl.formatMessage({ id: 'account.correction.sent' }) });
      await refetch();
      onClose();
    } catch (error) {
      setProblem(formatErrorMessage(intl, error));
      setFailureCount((count) => count + 1);
      key.current = crypto.randomUUID();
    }
    setIsBusy(false);
  }

  return (
    <FormDialog
      title={<FormattedMessage id="account.correction.action" />}
      form={{ onSubmit: (event) => void send(event) }}
      className="grid gap-4"
      cancelLabel={<FormattedMessage id="account.correction.cancel" />}
      cancelKind="outlined"
      submitLabel={<FormattedMessage id="account.correction.send" />}
      isBusy={isBusy}
      onClose={onClose}
    >
      <FormAlert problem={problem ?? undefined} failureCount={failureCount} />
      <p className="text-sm text-ink-2">
        <FormattedMessage id="account.correction.text" />
      </p>
      <DateFields
        legend={<FormattedMessage id="account.correction.birthdate" />}
        tag={intl.locale}
        labels={{
          day: <FormattedMessage id="account.birthdate.day" />,
          month: <FormattedMessage id="account.birthdate.month" />,
          year: <FormattedMessage id="account.birthdate.year" />,
        }}
        input={(part) => ({
          id: `${formId}-${part}`,
          name: `correction-${part}`,
          required: true,
          inputMode: 'numeric',
          value: typed[part],
          onChange: (event) => setTyped({ ...typed, [part]: event.target.value }),
        })}
        wrongParts={wrongParts}
        wrong={
          wrongParts.length > 0 &&
          wrongParts.map((part) => (
            <span key={part} className="block">
              <FormattedMessage id={dateProblems[fields[part]] ?? 'GeneralError'} />
            </span>
          ))
        }
      />
      <div>
        <FileInput
          ref={input}
          label={intl.formatMessage({ id: 'account.correction.choose' })}
          accept={documentTypes}
          onChoose={setFile}
        />
        <Button kind="outlined" onClick={() => input.current?.click()}>
          <FileUp size={18} aria-hidden="true" />
          {file === null ? <FormattedMessage id="account.correction.choose" /> : <bdi>{file.name}</bdi>}
        </Button>
        {hasTried && fileProblem !== null && (
          <p className="mt-2 text-sm text-coral" role="alert">
            <FormattedMessage id={fileProblem} />
          </p>
        )}
      </div>
    </FormDialog>
  );
}
