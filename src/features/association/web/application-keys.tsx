import { FormattedMessage } from 'react-intl';
import { DeskKeys } from '../../../ui/table.tsx';
import type { DeskQueue } from '../../applications/shared/contract.ts';

const word = (id: string) => <FormattedMessage id={`association.key.${id}`} />;

/** The keys that are used all day, in the foot; the rest behind the last of them. */
export function ApplicationKeys({ queue, onAll }: { queue: DeskQueue; onAll: () => void }) {
  return (
    <div className="queue-foot">
      <DeskKeys
        keys={[
          { keys: ['J', 'K'], text: word('move') },
          { keys: ['Enter'], text: word('open') },
          ...(queue === 'waiting'
            ? [
                { keys: ['A'], text: word('approve') },
                { keys: ['R'], text: word('return') },
                { keys: ['Z'], text: word('undo') },
              ]
            : []),
        ]}
        end={
          <button type="button" className="all-keys" onClick={onAll}>
            <kbd>?</kbd>
            {word('all')}
          </button>
        }
      />
    </div>
  );
}
