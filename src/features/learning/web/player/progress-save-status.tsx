import type { ReactNode } from 'react';
import { SaveStatus } from '#platform/web/sync/save-status.tsx';
import { useOutboxState } from './learning-outbox.ts';

/** Shows whether progress is saved; on phones after the description of the page. */
export function ProgressSaveStatus({ line }: { line?: ReactNode }) {
  const save = useOutboxState();
  if (save.kind === 'untouched') return line === undefined ? null : <p className="text-xs text-ink-3">{line}</p>;
  return (
    <SaveStatus save={save} id={`learning.player.save.${save.kind}`} before={line !== undefined && <>{line} · </>} />
  );
}
