import { Trash2 } from '#ui/icons/icons.ts';
import { focusTitle } from '#ui/accessibility/focus-title.ts';
import { dismissToast, showToast } from '#ui/overlays/toast-store.ts';

type RemoveWithUndoOptions = {
  remove: () => Promise<unknown>;
  restore: () => Promise<unknown>;
  /** Refetches the list. */
  refresh: () => Promise<void>;
  /** The text of the toast. */
  text: string;
  undoLabel: string;
  failureText: (error: unknown) => string;
};

/** Removes an item and offers to undo it. The title takes the focus, because the button is removed with the item. */
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
