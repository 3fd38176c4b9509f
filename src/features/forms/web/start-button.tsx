import { Plus } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../../ui/button.tsx';
import { StartDialog, type StartDialogProps } from './start-dialog.tsx';

type StartButtonProps = Pick<StartDialogProps, 'professional' | 'forChild'> & { kind?: 'filled' | 'outlined' };

/** Begins a form, for oneself or for a child. */
export function StartButton({ kind, ...props }: StartButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind={kind} onClick={() => setIsOpen(true)}>
        <Plus size={18} aria-hidden="true" />
        <FormattedMessage id="forms.start.action" />
      </Button>
      {isOpen && <StartDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
