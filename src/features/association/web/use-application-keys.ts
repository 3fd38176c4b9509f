import type { RefObject } from 'react';
import { isTyping, usePageKeys } from '../../../platform/web/page-keys.ts';
import type { OpenDialog } from './decision-dialog.tsx';
import { focusPart } from './desk-focus.ts';

interface ApplicationKeysTo {
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

const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const turns: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Everything at the desk by one key. While somebody types, a letter is a letter. */
export function useApplicationKeys(to: ApplicationKeysTo): void {
  usePageKeys((event, target) => {
    const { key, repeat } = event;
    if (isTyping(target)) return leaveField(to, key, target);
    const turn = turns[key];
    if (turn !== undefined && to.onTurn !== null) {
      to.onTurn(document.documentElement.dir === 'rtl' ? -turn : turn);
      return true;
    }
    const arrow = arrows[key];
    // In the table the arrows are the table’s own; in what can be scrolled they scroll.
    if (arrow !== undefined) return isAtRest(target) && act(() => to.onStep(arrow));
    if (key === 'Enter') return isAtRest(target) && act(to.onOpen);
    if (key === 'Escape') return to.onClose !== null && act(to.onClose);
    const deed = deeds[key.toLowerCase()];
    if (deed === undefined) return false;
    // A key that is held down is one decision, not one for each who waits; only the steps go on.
    if (!repeat || key === 'j' || key === 'k') deed(to);
    return true;
  });
}

const deeds: Readonly<Record<string, (to: ApplicationKeysTo) => void>> = {
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
function leaveField({ root, field, onStep }: ApplicationKeysTo, key: string, target: Element): boolean {
  const isSearch = target === field.current;
  if (isSearch && ['ArrowDown', 'Enter', 'Escape'].includes(key)) return act(() => onStep(0));
  return !isSearch && key === 'Escape' && act(() => focusPart(root.current, 'title'));
}

function act(deed: () => void): true {
  deed();
  return true;
}

/** Nothing there has a use of its own for the key. */
function isAtRest(target: Element): boolean {
  return target === document.body || target.matches('main, h1, h2');
}
