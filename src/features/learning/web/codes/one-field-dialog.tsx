import { type ComponentProps } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { ApiError } from '#platform/web/client/client.ts';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Field } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { getCodeErrorMessageId } from './code-error-message.ts';

type MessageProps = ComponentProps<typeof FormattedMessage>;
type OneFieldDialogProps = {
  title: MessageId;
  text: MessageProps;
  /** Label of the submit button. */
  action: MessageId;
  field: Omit<ComponentProps<typeof Field>, 'name' | 'label' | 'wrong'> & { name: string; label: MessageId };
  /** Message for an empty or invalid value. */
  missing: MessageId;
  isUsable: (typed: string) => boolean;
  send: (typed: string) => Promise<void>;
  /** Whether the error concerns the value and is shown at the field. */
  isOfField: (error: ApiError) => boolean;
  onClose: () => void;
};

/** A dialog with a single field; closes after a successful request. */
export function OneFieldDialog(props: OneFieldDialogProps) {
  const { title, text, action, field, missing, isUsable, send, isOfField, onClose } = props;
  const { name, label, ...input } = field;
  const { form, problems, formProblem, failureCount, isBusy, showErrors } = useForm<string>({
    retryField: name,
    check: (values) => (isUsable(values[name] ?? '') ? {} : { [name]: missing }),
    send: async (values) => {
      await send((values[name] ?? '').trim());
      onClose();
    },
    onFailure: (error) => {
      const id = error.code === 'request.invalid' ? missing : getCodeErrorMessageId(error);
      showErrors(
        isOfField(error) ? { problems: { [name]: id }, formProblem: null } : { problems: {}, formProblem: id },
      );
      return true;
    },
  });
  const problem = problems[name];
  return (
    <FormDialog
      title={<FormattedMessage id={title} />}
      form={form}
      focusField={name}
      cancelLabel={<FormattedMessage id="learning.cancel" />}
      submitLabel={<FormattedMessage id={action} />}
      isBusy={isBusy}
      onClose={onClose}
    >
      <FormAlert problem={formProblem !== null && <FormattedMessage id={formProblem} />} failureCount={failureCount} />
      <p className="mb-4 text-sm text-ink-2">
        <FormattedMessage {...text} />
      </p>
      <Field
        {...input}
        name={name}
        required
        autoComplete="off"
        label={<FormattedMessage id={label} />}
        wrong={problem && <FormattedMessage id={problem} />}
      />
    </FormDialog>
  );
}
