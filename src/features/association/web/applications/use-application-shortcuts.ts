import type { RefObject } from 'react';
import { isTextInput, usePageShortcuts } from '#platform/web/hooks/use-page-shortcuts.ts';
import type { OpenDialog } from './decision-dialog.tsx';
import { focusDetailPart } from '#features/association/web/desk-focus.ts';

interface ShortcutActions {
  root: RefObject<HTMLElement | null>;
  field: RefObject<HTMLInputElement | null>;
  onStep: (by: number) => void;
  /** Moves to the first result once the search has finished. */
  onSearch: () => void;
  onOpen: () => void;
  /** Null when nothing is open. */
  onClose: (() => void) | null;
  onApprove: () => void;
  onOpenDialog: (dialog: OpenDialog) => void;
  onUndo: () => void;
  /** Null when there are no files. */
  onShow: (() => void) | null;
  /** Null while no file is shown. */
  onTurn: ((by: number) => void) | null;
  onNote: () => void;
}

const arrowKeys: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const turnKeys: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Single-key shortcuts of the desk. They are inactive in text fields. */
export function useApplicationShortcuts(to: ShortcutActions): void {
  usePageShortcuts((event, target) => {
    const { key, repeat } = event;
    if (isTextInput(target)) return leaveField(to, key, target);
    const turn = turnKeys[key];
    if (turn !== undefined && to.onTurn !== null) {
      to.onTurn(document.documentElement.dir === 'rtl' ? -turn : turn);
      return true;
    }
    const arrow = arrowKeys[key];
    // Arrow keys belong to the table's own navigation, and scroll in scrollable areas.
    if (arrow !== undefined) return isIdleTarget(target) && runAction(() => to.onStep(arrow));
    if (key === 'Enter') return isIdleTarget(target) && runAction(to.onOpen);
    if (key === 'Escape') return to.onClose !== null && runAction(to.onClose);
    const action = shortcutActions[key.toLowerCase()];
    if (action === undefined) return false;
    // Holding a key down must not decide several applications; only navigation repeats.
    if (!repeat || key === 'j' || key === 'k') action(to);
    return true;
  });
}

const shortcutActions: Readonly<Record<string, (to: ShortcutActions) => void>> = {
  j: (to) => to.onStep(1),
  k: (to) => to.onStep(-1),
  a: (to) => to.onApprove(),
  r: (to) => to.onOpenDialog('return'),
  x: (to) => to.onOpenDialog('reject'),
  z: (to) => to.onUndo(),
  p: (to) => to.onShow?.(),
  n: (to) => to.onNote(),
  '/': (to) => to.field.current?.focus(),
  '?': (to) => to.onOpenDialog('keys'),
};

/** Leaves the search for the list, or a note for its application. */
function leaveField({ root, field, onStep, onSearch }: ShortcutActions, key: string, target: Element): boolean {
  const isSearch = target === field.current;
  if (isSearch && key === 'Enter') {
    onSearch();
    // The field itself searches without waiting for a pause.
    return false;
  }
  if (isSearch && ['ArrowDown', 'Escape'].includes(key)) return runAction(() => onStep(0));
  return !isSearch && key === 'Escape' && runAction(() => focusDetailPart(root.current, 'title'));
}

function runAction(action: () => void): true {
  action();
  return true;
}

/** True when the target does not use the key itself. */
function isIdleTarget(target: Element): boolean {
  return target === document.body || target.matches('main, h1, h2');
}
