import { FormattedMessage, useIntl } from 'react-intl';
import { graphql } from '#platform/web/client/graphql.ts';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { Field } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { refreshLogbook } from '#features/logbook/web/queries.ts';
import { importDocuments } from './import-documents.ts';
import { useFirstDiveNumber } from './import-queries.ts';

const maxNumber = 100_000;
const isNumber = (text: string) => /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= maxNumber;

/** "Number of your first dive here: 301" shifts the numbers of all dives. */
export function FirstNumberDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const { data: current } = useFirstDiveNumber();
  const { form, problems, formProblem, failureCount, isBusy } = useForm<'number'>({
    check: ({ number = '' }) => (isNumber(number.trim()) ? {} : { number: 'logbook.form.wrong.number' as const }),
    send: async ({ number = '' }) => {
      await graphql(importDocuments.setFirstDiveNumber, { number: Number(number.trim()) });
      refreshLogbook();
      showToast({ text: intl.formatMessage({ id: 'logbook.form.changes_saved' }) });
      onClose();
    },
  });
  if (current === undefined) return null;
  return (
    <FormDialog
      title={<FormattedMessage id="logbook.first.title" />}
      form={form}
      className="grid gap-4"
      focusField="number"
      cancelLabel={<FormattedMessage id="shell.close" />}
      submitLabel={<FormattedMessage id="logbook.form.save" />}
      isBusy={isBusy}
      onClose={onClose}
    >
      <FormAlert problem={formProblem && <FormattedMessage id={formProblem} />} failureCount={failureCount} />
      <p className="text-sm text-ink-2">
        <FormattedMessage id="logbook.first.text" />
      </p>
      <Field
        name="number"
        inputMode="numeric"
        label={<FormattedMessage id="logbook.first.label" />}
        defaultValue={current}
        wrong={problems.number && <FormattedMessage id={problems.number} />}
      />
    </FormDialog>
  );
}
