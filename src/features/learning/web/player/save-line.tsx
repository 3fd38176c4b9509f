import type { ReactNode } from 'react';
import { FormattedMessage, FormattedTime } from 'react-intl';
import { SaveState } from '../../../../ui/save-state.tsx';
import { useOutbox } from './outbox.ts';

const looks = { saving: 'saving', saved: 'saved', offline: 'offline', unkept: 'failed' } as const;

/** Always what is true: where what was done is kept at this moment. On a phone it follows what this is. */
export function SaveLine({ line }: { line?: ReactNode }) {
  const { kind, at } = useOutbox();
  if (kind === 'untouched') return line === undefined ? null : <p className="saved">{line}</p>;
  return (
    <SaveState state={looks[kind]}>
      {line !== undefined && <>{line} · </>}
      <FormattedMessage
        id={`learning.player.save.${kind}`}
        values={{ time: at === null ? '' : <FormattedTime value={at} timeStyle="short" /> }}
      />
    </SaveState>
  );
}
