import { useEffect, useRef } from 'react';

/**
 * Keys of a page, wherever its focus is; a dialog or menu that is open has its own. True from the handler
 * when the key was for it.
 */
export function usePageShortcuts(handle: (event: KeyboardEvent, target: Element) => boolean): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
      if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null) return;
      if (!latest.current(event, event.target)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // First, before a table would take a letter for the beginning of a name.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, []);
}

export function isTextInput(target: Element): boolean {
  return target.closest('input, textarea, select, [contenteditable]') !== null;
}
