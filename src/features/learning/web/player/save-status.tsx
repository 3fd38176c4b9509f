import type { ReactNode } from 'react';
import { FormattedMessage, FormattedTime } from 'react-intl';
import { SaveIndicator } from '#ui/feedback/save-indicator.tsx';
import { useOutboxState } from './outbox.ts';

export const saveStates = { saving: 'saving', saved: 'saved', offline: 'offline', unkept: 'failed' } as const;

/** Shows whether progress is saved; on phones after the description of the page. */
export function SaveStatus({ line }: { line?: ReactNode }) {
  const { kind, at } = useOutboxState();
  if (kind === 'untouched') return line === undefined ? null : <p className="saved">{line}</p>;
  return (
    <SaveIndicator state={saveStates[kind]}>
      {line !== undefined && <>{line} · </>}
      <FormattedMessage
        id={`learning.player.save.${kind}`}
        values={{ time: at === null ? '' : <FormattedTime value={at} timeStyle="short" /> }}
      />
    </SaveIndicator>
  );
}
