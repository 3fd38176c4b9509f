import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

const shortcuts = [
  { keys: ['J', '↓'], word: 'next' },
  { keys: ['K', '↑'], word: 'former' },
  { keys: ['Enter'], word: 'open' },
  { keys: ['P'], word: 'proof' },
  { keys: ['←', '→'], word: 'turn' },
  { keys: ['A'], word: 'approve' },
  { keys: ['R'], word: 'return' },
  { keys: ['X'], word: 'reject' },
  { keys: ['Z'], word: 'undo' },
  { keys: ['N'], word: 'note' },
  { keys: ['/'], word: 'search' },
  { keys: ['Esc'], word: 'back' },
  { keys: ['?'], word: 'all' },
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
        {shortcuts.map(({ keys: names, word }) => (
          <div className="grid grid-cols-[72px_1fr] items-center" key={word}>
            <dt className="flex gap-1.25">
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>
              <FormattedMessage id={`association.key.${word}`} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
