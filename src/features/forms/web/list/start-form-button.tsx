import { Plus } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { StartFormDialog, type StartFormDialogProps } from './start-form-dialog.tsx';

type StartFormButtonProps = Pick<StartFormDialogProps, 'professional' | 'forChild'> & { kind?: 'filled' | 'outlined' };

export function StartFormButton({ kind, ...props }: StartFormButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind={kind} onClick={() => setIsOpen(true)}>
        <Plus size={18} aria-hidden="true" />
        <FormattedMessage id="forms.start.action" />
      </Button>
      {isOpen && <StartFormDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
