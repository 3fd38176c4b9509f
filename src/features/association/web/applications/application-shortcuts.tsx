import { FormattedMessage } from 'react-intl';
import type { MessageIdEnd } from '#platform/shared/message-id.ts';
import { DeskShortcuts } from '#ui/lists/desk-table.tsx';
import type { DeskQueue } from '#features/applications/shared/contract.ts';

const renderKeyLabel = (id: MessageIdEnd<'association.key.'>) => <FormattedMessage id={`association.key.${id}`} />;

/** The most common shortcuts; the dialog lists all of them. */
export function ApplicationShortcuts({ queue, onAll }: { queue: DeskQueue; onAll: () => void }) {
  return (
    <div className="hidden lg:block">
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
          <button
            type="button"
            className="inline-flex gap-1.25 items-center min-h-6 border-0 p-0 bg-transparent text-inherit [font:inherit] cursor-pointer"
            onClick={onAll}
          >
            <kbd>?</kbd>
            {renderKeyLabel('all')}
          </button>
        }
      />
    </div>
  );
}
