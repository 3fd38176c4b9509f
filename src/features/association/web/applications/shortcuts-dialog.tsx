import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

const shortcuts = [
  { keys: ['J', '↓'], action: 'next' },
  { keys: ['K', '↑'], action: 'former' },
  { keys: ['Enter'], action: 'open' },
  { keys: ['P'], action: 'proof' },
  { keys: ['←', '→'], action: 'turn' },
  { keys: ['A'], action: 'approve' },
  { keys: ['R'], action: 'return' },
  { keys: ['X'], action: 'reject' },
  { keys: ['Z'], action: 'undo' },
  { keys: ['N'], action: 'note' },
  { keys: ['/'], action: 'search' },
  { keys: ['Esc'], action: 'back' },
  { keys: ['?'], action: 'all' },
] as const;

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="association.keys.title" />}
      actions={
        <Button kind="outlined" onClick={onClose}>
          <FormattedMessage id="shell.close" />
        </Button>
      }
    >
      <dl className="grid text-sm grid-cols-[repeat(auto-fit,minmax(200px,1fr))] gap-y-2 gap-x-6 mt-4">
        {shortcuts.map(({ keys: names, action }) => (
          <div className="grid grid-cols-[72px_1fr] items-center" key={action}>
            <dt className="flex gap-1.25">
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>
              <FormattedMessage id={`association.key.${action}`} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
