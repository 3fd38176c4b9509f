import { useEffect, useSyncExternalStore } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { failureText } from '../../../platform/web/failure-text.ts';
import { currentToken, farewells } from '../../../platform/web/session.ts';
import { showToast, type ToastMessage } from '../../../ui/toast-store.ts';
import { shop } from './client.ts';
import { holdBasket, showBasket } from './queries.ts';
import { type Addition, createUnsent, type Outcome } from './unsent.ts';

const watchers = new Set<(outcome: Outcome) => void>();

const unsent = createUnsent({
  async post({ lineId, productId, quantity, isGift, licenseID }) {
    const basket = await shop('POST basket/lines', { body: { lineId, productId, quantity, isGift, licenseID } });
    await holdBasket();
    return basket;
  },
  lock(send) {
    const { locks } = navigator as { locks?: LockManager };
    return locks === undefined ? send() : locks.request(`shop-unsent:${currentToken()?.affiliateId}`, send);
  },
  tell(outcome) {
    if (outcome.kind === 'taken') showBasket(outcome.basket);
    for (const watcher of watchers) watcher(outcome);
  },
});

let hasBegun = false;

function begin(): void {
  if (!hasBegun) {
    hasBegun = true;
    addEventListener('online', () => void unsent.flush());
    addEventListener('storage', unsent.look);
    farewells.add(unsent.flush);
  }
  void unsent.flush();
}

/** Once on each screen of the shop: sends what an earlier visit left, and says what became of it. */
export function useAdditionsWatch(): void {
  const intl = useIntl();
  useEffect(() => {
    const say = (outcome: Outcome) => {
      if (outcome.kind === 'refused') return void showToast({ text: failureText(intl, outcome.error) });
      // Whoever put it there without a network was told so then.
      if (outcome.kind === 'taken' ? !outcome.wasLate : !navigator.onLine) return;
      sayOf(intl, outcome.kind === 'taken' ? 'shop.added.late' : 'shop.added.waits', outcome.addition);
    };
    watchers.add(say);
    begin();
    return () => void watchers.delete(say);
  }, [intl]);
}

/** What is on its way into the basket. */
export function useAdditions() {
  return useSyncExternalStore(unsent.subscribe, unsent.read);
}

export const dropAddition = unsent.remove;

/** Puts it there without a word, such as what was just taken out. */
export function addAgain(addition: Omit<Addition, 'lineId'>): void {
  void unsent.add({ ...addition, lineId: crypto.randomUUID() });
}

/** At once, and with a way to the basket. */
export function useAddToBasket() {
  const intl = useIntl();
  const navigate = useNavigate();
  return (addition: Omit<Addition, 'lineId'>): void => {
    addAgain(addition);
    if (!navigator.onLine || unsent.read().isLate) return sayOf(intl, 'shop.added.waits', addition);
    sayOf(intl, 'shop.added.text', addition, {
      label: intl.formatMessage({ id: 'shop.added.to_basket' }),
      onUndo: () => void navigate('/training/shop/basket'),
    });
  };
}

function sayOf(intl: IntlShape, id: string, { name }: Pick<Addition, 'name'>, undo?: ToastMessage['undo']): void {
  showToast({ text: intl.formatMessage({ id }, { name }), ...(undo && { undo }) });
}
