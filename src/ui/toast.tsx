import { X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { LinkButton } from './button.tsx';
import { IconButton } from './icon-button.tsx';
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
  return (
    <div className="toast" onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      {icon}
      <span className="text">{text}</span>
      {undo ? (
        <LinkButton
          onClick={() => {
            undo.onUndo();
            onClose();
          }}
        >
          {undo.label}
        </LinkButton>
      ) : (
        <IconButton label={closeLabel} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

/** Once in the shell. It stays in the page while empty, so that a screen reader hears what comes, and the mark of the
    top layer keeps Undo within reach while a drawer holds the rest of the page. */
export function ToastRegion({ label, closeLabel }: { label: string; closeLabel: string }) {
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
