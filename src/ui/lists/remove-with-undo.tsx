import { Trash2 } from 'lucide-react';
import { focusTitle } from '#ui/accessibility/focus-title.ts';
import { dismissToast, showToast } from '#ui/overlays/toast-store.ts';

type RemoveWithUndoOptions = {
  remove: () => Promise<unknown>;
  restore: () => Promise<unknown>;
  /** Reads again what is there. */
  refresh: () => Promise<void>;
  /** What was thrown away, in words. */
  text: string;
  undoLabel: string;
  failureText: (error: unknown) => string;
};

/** Throws something away at once and offers to take that back. Its own button leaves with it, so the title has the focus. */
export async function removeWithUndo({
  remove,
  restore,
  refresh,
  text,
  undoLabel,
  failureText,
}: RemoveWithUndoOptions) {
  focusTitle();
  const removal = remove();
  const undo = () =>
    void removal
      .then(restore)
      .catch((error: unknown) => showToast({ text: failureText(error) }))
      .finally(refresh);
  const toast = showToast({
    icon: <Trash2 size={20} aria-hidden="true" />,
    text,
    undo: { label: undoLabel, onUndo: undo },
  });
  try {
    await removal;
  } catch (error) {
    dismissToast(toast);
    showToast({ text: failureText(error) });
  }
  await refresh();
}
