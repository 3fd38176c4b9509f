import { useEffect, useRef } from 'react';

/**
 * Handles shortcuts of the whole page, except while a dialog or menu is open. The handler returns true for a key that
 * it has used.
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
    // The capture phase comes before a table's typeahead, which would use the letter to search for a row.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, []);
}

export function isTextInput(target: Element): boolean {
  return target.closest('input, textarea, select, [contenteditable]') !== null;
}
