import type { ReactNode } from 'react';

export type ToastMessage = {
  text: ReactNode;
  icon?: ReactNode;
  /** An undo action, which replaces a confirmation dialog. */
  undo?: { label: string; onUndo: () => void };
};

export type ShownToast = ToastMessage & { id: number };

/** The time to read the toast and reach its Undo button. */
export const TOAST_MS = 8000;

let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function setShownToasts(next: readonly ShownToast[]) {
  shown = next;
  for (const listener of listeners) listener();
}

/** Adds a toast, which the ToastRegion of the shell renders. */
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
