import { X } from '#ui/icons/icons.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { clsx } from 'clsx';
import { focusTitle } from '#ui/accessibility/focus-title.ts';
import { TOAST_MS, dismissToast, listToasts, subscribeToToasts } from './toast-store.ts';
import type { ToastMessage } from './toast-store.ts';

const focusInside = 'focus-visible:-outline-offset-4 focus-visible:outline-current';

type ToastProps = ToastMessage & { closeLabel: string; onClose: () => void };

export function Toast({ text, icon, undo, closeLabel, onClose }: ToastProps) {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    // Hover and focus pause the timer, so the toast does not disappear before Undo is pressed.
    if (isHeld) return;
    const timer = setTimeout(onClose, TOAST_MS);
    return () => clearTimeout(timer);
  }, [isHeld, onClose]);
  const hold = () => setIsHeld(true);
  const release = () => setIsHeld(false);
  const previousFocus = useRef<EventTarget | null>(null);
  // Closing removes the focused button, so the focus must move first.
  const close = (button: HTMLElement) => {
    if (button === document.activeElement) restoreFocus(previousFocus.current);
    onClose();
  };
  return (
    <div
      data-part="toast"
      className="pointer-events-auto flex min-h-14 animate-[toast-in_var(--dur-move)_var(--ease-in-water)] items-center gap-3 rounded-box bg-ink py-2 ps-4 pe-2 text-sm text-bg shadow-float-1 forced-colors:border"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={({ relatedTarget }) => {
        hold();
        previousFocus.current = relatedTarget;
      }}
      onBlur={release}
    >
      {icon}
      <span className="min-w-0 flex-1">{text}</span>
      {undo ? (
        <button
          type="button"
          className={clsx(focusInside, 'min-h-tap px-3 font-strong underline decoration-1 underline-offset-[0.2em]')}
          aria-keyshortcuts="Control+Z Meta+Z"
          onClick={({ currentTarget }) => {
            undo.onUndo();
            close(currentTarget);
          }}
        >
          {undo.label}
        </button>
      ) : (
        <button
          type="button"
          className={clsx(focusInside, 'grid size-tap flex-none place-items-center rounded-full')}
          aria-label={closeLabel}
          onClick={({ currentTarget }) => close(currentTarget)}
        >
          <X size={20} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function restoreFocus(former: EventTarget | null): void {
  if (former instanceof HTMLElement && former.isConnected) former.focus({ preventScroll: true });
  else focusTitle();
}

/** Ctrl+Z or Cmd+Z undoes the latest toast, because Tab rarely reaches it before it disappears. */
function useUndoKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, target } = event;
      const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey;
      // The shortcut undoes typing in a text input.
      if (!isUndo || (target instanceof Element && target.matches(textInputSelector))) return;
      const toast = listToasts().findLast(({ undo }) => undo !== undefined);
      if (toast === undefined) return;
      // The browser would undo the last text input, wherever it was.
      event.preventDefault();
      dismissToast(toast.id);
      toast.undo?.onUndo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

const textInputSelector = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable]';

/** At the bottom of the page, or of an open drawer. */
const region = clsx(
  'toasts pointer-events-none fixed inset-x-4 bottom-[calc(var(--bars)+16px)] z-toast mx-auto grid max-w-105 gap-2',
  '[body:has([data-part=drawer])_&]:bottom-4 lg:[body:has([data-part=drawer])_&]:start-auto lg:[body:has([data-part=drawer])_&]:end-5 lg:[body:has([data-part=drawer])_&]:bottom-5 lg:[body:has([data-part=drawer])_&]:w-[min(400px,100%-40px)]',
);

/**
 * Rendered once in the shell, also while empty, because screen readers announce only later changes of a live region.
 * The top-layer attribute keeps toasts accessible while a modal makes the rest of the page inert.
 */
export function ToastRegion({ label, closeLabel }: { label: string; closeLabel: string }) {
  useUndoKey();
  const toasts = useSyncExternalStore(subscribeToToasts, listToasts, listToasts);
  return (
    <section
      data-part="toasts"
      className={region}
      aria-label={label}
      aria-live="polite"
      data-react-aria-top-layer="true"
    >
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
