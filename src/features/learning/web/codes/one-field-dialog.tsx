import { useEffect, useId, type ComponentProps } from 'react';
import { FormattedMessage } from 'react-intl';
import type { ApiError } from '#platform/web/client/client.ts';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Field } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { getCodeErrorMessageId } from './code-error-message.ts';

type MessageProps = ComponentProps<typeof FormattedMessage>;
type OneFieldDialogProps = {
  title: string;
  text: MessageProps;
  /** Label of the submit button. */
  action: string;
  field: Omit<ComponentProps<typeof Field>, 'name' | 'label' | 'wrong'> & { name: string; label: string };
  /** Message for an empty or invalid value. */
  missing: string;
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
  const formId = useId();
  const { form, problems, formProblem, refusals, isBusy, refuse } = useForm<string>({
    retryField: name,
    check: (values) => (isUsable(values[name] ?? '') ? {} : { [name]: missing }),
    send: async (values) => {
      await send((values[name] ?? '').trim());
      onClose();
    },
    onFailure: (error) => {
      const id = error.code === 'request.invalid' ? missing : getCodeErrorMessageId(error);
      refuse(isOfField(error) ? { problems: { [name]: id }, formProblem: null } : { problems: {}, formProblem: id });
      return true;
    },
  });
  useEffect(() => {
    form.ref.current?.querySelector('input')?.focus();
  }, [form.ref]);
  const problem = problems[name];
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id={title} />}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id="learning.cancel" />
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            <FormattedMessage id={action} />
          </Button>
        </>
      }
    >
      <form {...form} id={formId}>
        <FormAlert problem={formProblem !== null && <FormattedMessage id={formProblem} />} refusals={refusals} />
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
      </form>
    </Dialog>
  );
}
