import { X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { LinkButton } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { focusTitle } from '#ui/accessibility/focus-title.ts';
import { TOAST_MS, dismissToast, listToasts, subscribeToToasts } from './toast-store.ts';
import type { ToastMessage } from './toast-store.ts';

type ToastProps = ToastMessage & { closeLabel: string; onClose: () => void };

export function Toast({ text, icon, undo, closeLabel, onClose }: ToastProps) {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    // A pointer or the focus on it holds it, so that nobody loses the Undo they are reaching for.
    if (isHeld) return;
    const timer = setTimeout(onClose, TOAST_MS);
    return () => clearTimeout(timer);
  }, [isHeld, onClose]);
  const hold = () => setIsHeld(true);
  const release = () => setIsHeld(false);
  const cameFrom = useRef<EventTarget | null>(null);
  // The button goes with the message, and with it would go the focus.
  const leave = (button: HTMLElement) => {
    if (button === document.activeElement) restoreFocus(cameFrom.current);
    onClose();
  };
  return (
    <div
      className="toast"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={({ relatedTarget }) => {
        hold();
        cameFrom.current = relatedTarget;
      }}
      onBlur={release}
    >
      {icon}
      <span className="text">{text}</span>
      {undo ? (
        <LinkButton
          aria-keyshortcuts="Control+Z Meta+Z"
          onClick={({ currentTarget }) => {
            undo.onUndo();
            leave(currentTarget);
          }}
        >
          {undo.label}
        </LinkButton>
      ) : (
        <IconButton label={closeLabel} onClick={({ currentTarget }) => leave(currentTarget)}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

function restoreFocus(former: EventTarget | null): void {
  if (former instanceof HTMLElement && former.isConnected) former.focus({ preventScroll: true });
  else focusTitle();
}

/** By Tab the message is often too far away for the time that it stays. */
function useUndoKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, target } = event;
      const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey;
      // Whoever types takes back what they have typed.
      if (!isUndo || (target instanceof Element && target.matches(textInputSelector))) return;
      const toast = listToasts().findLast(({ undo }) => undo !== undefined);
      if (toast === undefined) return;
      // A browser would take back what was last typed, wherever that was.
      event.preventDefault();
      dismissToast(toast.id);
      toast.undo?.onUndo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

const textInputSelector = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable]';

/** Once in the shell. It stays in the page while empty, so that a screen reader hears what comes, and the mark of the
    top layer keeps Undo within reach while a drawer holds the rest of the page. */
export function ToastRegion({ label, closeLabel }: { label: string; closeLabel: string }) {
  useUndoKey();
  const toasts = useSyncExternalStore(subscribeToToasts, listToasts, listToasts);
  return (
    <section className="toasts" aria-label={label} aria-live="polite" data-react-aria-top-layer="true">
      {toasts.map((toast) => (
        <ShownToastItem key={toast.id} id={toast.id} message={toast} closeLabel={closeLabel} />
      ))}
    </section>
  );
}

function ShownToastItem({ id, message, closeLabel }: { id: number; message: ToastMessage; closeLabel: string }) {
  const [close] = useState(() => () => dismissToast(id));
  return <Toast {...message} closeLabel={closeLabel} onClose={close} />;
}
