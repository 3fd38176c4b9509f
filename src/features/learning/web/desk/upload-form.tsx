import { Upload } from '#ui/icons/icons.ts';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { Select } from '#ui/fields/select.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { courseLevels } from '#features/learning/shared/rules.ts';
import { scormClient } from '#features/learning/web/client.ts';

const maxUploadBytes = 100_000_000;

export function UploadForm({ onDone }: { onDone: () => void }) {
  const intl = useIntl();
  const [level, setLevel] = useState<string | null>('beginner');
  const input = useRef<HTMLInputElement>(null);
  const fileOf = () => input.current?.files?.[0];
  const { form, problems, formProblem, isBusy, failureCount } = useForm<'packageId' | 'package'>({
    check: ({ packageId = '' }) => {
      const { size } = fileOf() ?? { size: 0 };
      return {
        ...(size === 0 && { package: 'learning.desk.file_missing' }),
        ...(size > maxUploadBytes && { package: 'learning.desk.file_large' }),
        ...(!/^[a-z0-9][a-z0-9-]{0,59}$/.test(packageId) && { packageId: 'learning.desk.id_wrong' }),
      };
    },
    send: async ({ packageId = '' }) => {
      const body = new FormData();
      body.append('packageId', packageId);
      body.append('level', level ?? 'beginner');
      body.append('package', fileOf() ?? '');
      const made = await scormClient('POST scorm/packages', { form: body });
      showToast({ text: intl.formatMessage({ id: 'learning.desk.uploaded' }, { title: made.title }) });
      form.ref.current?.reset();
      onDone();
    },
    formCodes: ['request.too_large'],
  });
  const formatProblem = (id: MessageId | undefined) => id !== undefined && <FormattedMessage id={id} />;
  return (
    <form {...form} className="card max-w-[680px] p-5">
      <FormAlert problem={formProblem !== null && <FormattedMessage id={formProblem} />} failureCount={failureCount} />
      <div className="grid gap-5">
        <Field
          ref={input}
          type="file"
          name="package"
          accept=".zip,application/zip"
          label={<FormattedMessage id="learning.desk.file" />}
          hint={<FormattedMessage id="learning.desk.file_hint" />}
          wrong={formatProblem(problems.package)}
        />
        <Field
          name="packageId"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          label={<FormattedMessage id="learning.desk.id" />}
          hint={<FormattedMessage id="learning.desk.id_hint" />}
          wrong={formatProblem(problems.packageId)}
        />
        <Select
          label={<FormattedMessage id="learning.desk.level" />}
          choices={courseLevels.map((id) => ({ id, label: intl.formatMessage({ id: `learning.level.${id}` }) }))}
          value={level}
          onChange={setLevel}
          placeholder=""
        />
        <div>
          <Button type="submit" isBusy={isBusy}>
            <Upload size={18} aria-hidden="true" />
            <FormattedMessage id={isBusy ? 'learning.desk.uploading' : 'learning.desk.send'} />
          </Button>
        </div>
      </div>
    </form>
  );
}
