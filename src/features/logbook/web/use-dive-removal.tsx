import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { graphql } from '../../../platform/web/graphql.ts';
import { queries } from '../../../platform/web/query.ts';
import { dismissToast, listToasts, showToast } from '../../../ui/toast-store.ts';
import { documents } from './documents.ts';
import { logbookKey } from './queries.ts';
import { failureText } from '../../../platform/web/failure-text.ts';

interface Removal {
  toast: number;
  undo: () => void;
}

/** Deletes at once and offers to undo it, by the message or by Ctrl+Z while it is there. */
export function useDiveRemoval() {
  const intl = useIntl();
  const [leavingId, setLeavingId] = useState<string | null>(null);
  const last = useRef<Removal | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !isTyping(event.target);
      const removal = last.current;
      if (!isUndo || removal === null || !listToasts().some(({ id }) => id === removal.toast)) return;
      dismissToast(removal.toast);
      removal.undo();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  async function remove(log: { id: string; dive_title: string }, onGone: () => void): Promise<void> {
    const title = log.dive_title || intl.formatMessage({ id: 'logbook.show.untitled' });
    setLeavingId(log.id);
    const deletion = graphql(documents.delete, { ids: [log.id] });
    const undo = () =>
      void deletion
        .then(() => graphql(documents.restore, { ids: [log.id] }))
        .catch((error: unknown) => showToast({ text: failureText(intl, error) }))
        .finally(refresh);
    const toast = showToast({
      icon: <Trash2 size={20} aria-hidden="true" />,
      text: intl.formatMessage({ id: 'logbook.list.deleted' }, { title }),
      undo: { label: intl.formatMessage({ id: 'logbook.list.undo' }), onUndo: undo },
    });
    last.current = { toast, undo };
    try {
      await deletion;
    } catch (error) {
      dismissToast(toast);
      showToast({ text: failureText(intl, error) });
    }
    await refresh();
    setLeavingId(null);
    // By then the page stands without it.
    requestAnimationFrame(onGone);
  }
  return { leavingId, remove };
}

const refresh = () => queries.invalidateQueries({ queryKey: logbookKey });

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, [contenteditable]');
}
