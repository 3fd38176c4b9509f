import { FormattedMessage } from 'react-intl';
import { DeskShortcuts } from '#ui/lists/desk-table.tsx';
import type { DeskQueue } from '#features/applications/shared/contract.ts';

const renderKeyLabel = (id: string) => <FormattedMessage id={`association.key.${id}`} />;

/** The most common shortcuts; the dialog lists all of them. */
export function ApplicationShortcuts({ queue, onAll }: { queue: DeskQueue; onAll: () => void }) {
  return (
    <div className="queue-foot">
      <DeskShortcuts
        keys={[
          { keys: ['J', 'K'], text: renderKeyLabel('move') },
          { keys: ['Enter'], text: renderKeyLabel('open') },
          ...(queue === 'waiting'
            ? [
                { keys: ['A'], text: renderKeyLabel('approve') },
                { keys: ['R'], text: renderKeyLabel('return') },
                { keys: ['Z'], text: renderKeyLabel('undo') },
              ]
            : []),
        ]}
        end={
          <button type="button" className="all-keys" onClick={onAll}>
            <kbd>?</kbd>
            {renderKeyLabel('all')}
          </button>
        }
      />
    </div>
  );
}
