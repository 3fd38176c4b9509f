import type { ReactNode } from 'react';

export type ToastMessage = {
  text: ReactNode;
  icon?: ReactNode;
  /** Undo instead of asking: both or neither. */
  undo?: { label: string; onUndo: () => void };
};

export type ShownToast = ToastMessage & { id: number };

/** Long enough to read, reach and press Undo. */
export const TOAST_MS = 8000;

let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function setShownToasts(next: readonly ShownToast[]) {
  shown = next;
  for (const listener of listeners) listener();
}

/** Any code may call this; the region of the shell shows it. */
export function showToast(message: ToastMessage): number {
  lastId += 1;
  setShownToasts([...shown, { ...message, id: lastId }]);
  return lastId;
}

export function dismissToast(id: number): void {
  setShownToasts(shown.filter((toast) => toast.id !== id));
}

export function listToasts(): readonly ShownToast[] {
  return shown;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
