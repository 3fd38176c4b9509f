import type { RefObject } from 'react';
import { isTextInput, usePageShortcuts } from '#platform/web/hooks/use-page-shortcuts.ts';
import type { OpenDialog } from './decision-dialog.tsx';
import { focusDetailPart } from '#features/association/web/desk-focus.ts';

interface ShortcutActions {
  root: RefObject<HTMLElement | null>;
  field: RefObject<HTMLInputElement | null>;
  onStep: (by: number) => void;
  onOpen: () => void;
  /** Null where nothing is open. */
  onClose: (() => void) | null;
  onApprove: () => void;
  onAsk: (dialog: OpenDialog) => void;
  onUndo: () => void;
  /** Null where there is no copy to look at. */
  onShow: (() => void) | null;
  /** To another copy; null while none is looked at. */
  onTurn: ((by: number) => void) | null;
  onNote: () => void;
}

const arrowKeys: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const turnKeys: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Everything at the desk by one key. While somebody types, a letter is a letter. */
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
    // In the table the arrows are the table’s own; in what can be scrolled they scroll.
    if (arrow !== undefined) return isIdleTarget(target) && runAction(() => to.onStep(arrow));
    if (key === 'Enter') return isIdleTarget(target) && runAction(to.onOpen);
    if (key === 'Escape') return to.onClose !== null && runAction(to.onClose);
    const deed = shortcutActions[key.toLowerCase()];
    if (deed === undefined) return false;
    // A key that is held down is one decision, not one for each who waits; only the steps go on.
    if (!repeat || key === 'j' || key === 'k') deed(to);
    return true;
  });
}

const shortcutActions: Readonly<Record<string, (to: ShortcutActions) => void>> = {
  j: (to) => to.onStep(1),
  k: (to) => to.onStep(-1),
  a: (to) => to.onApprove(),
  r: (to) => to.onAsk('return'),
  x: (to) => to.onAsk('reject'),
  z: (to) => to.onUndo(),
  p: (to) => to.onShow?.(),
  n: (to) => to.onNote(),
  '/': (to) => to.field.current?.focus(),
  '?': (to) => to.onAsk('keys'),
};

/** From the search down into the list; from a note back to whom it is about. */
function leaveField({ root, field, onStep }: ShortcutActions, key: string, target: Element): boolean {
  const isSearch = target === field.current;
  if (isSearch && ['ArrowDown', 'Enter', 'Escape'].includes(key)) return runAction(() => onStep(0));
  return !isSearch && key === 'Escape' && runAction(() => focusDetailPart(root.current, 'title'));
}

function runAction(deed: () => void): true {
  deed();
  return true;
}

/** Nothing there has a use of its own for the key. */
function isIdleTarget(target: Element): boolean {
  return target === document.body || target.matches('main, h1, h2');
}
