import { useEffect, useId, type ComponentProps, type ReactNode } from 'react';
import { Button, type ButtonLook } from '#ui/buttons/button.tsx';
import { Dialog } from './dialog.tsx';

export type FormDialogProps = {
  title: ReactNode;
  /** The props of the form element, usually from `useForm`. */
  form: ComponentProps<'form'>;
  className?: string;
  /** The name of the field that takes the focus when the dialog opens. */
  focusField?: string;
  cancelLabel: ReactNode;
  cancelKind?: ButtonLook['kind'];
  /** Without a label there is no submit button. */
  submitLabel: ReactNode;
  isBusy?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a form and its two buttons. Mounted only while it is open. */
export function FormDialog(props: FormDialogProps) {
  const { title, form, className, focusField, cancelLabel, cancelKind = 'quiet', submitLabel, isBusy = false } = props;
  const { onClose, children } = props;
  const id = useId();
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <Button kind={cancelKind} onClick={onClose}>
            {cancelLabel}
          </Button>
          {submitLabel && (
            <Button type="submit" form={id} isBusy={isBusy}>
              {submitLabel}
            </Button>
          )}
        </>
      }
    >
      <form noValidate className={className} {...form} id={id}>
        {children}
        {focusField !== undefined && <FieldFocus formId={id} name={focusField} />}
      </form>
    </Dialog>
  );
}

/** Part of the dialog's content, because the dialog may be loaded when it opens. */
function FieldFocus({ formId, name }: { formId: string; name: string }) {
  useEffect(() => {
    document.getElementById(formId)?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  }, [formId, name]);
  return null;
}
