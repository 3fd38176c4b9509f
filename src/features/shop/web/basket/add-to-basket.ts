import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { signOutTasks } from '#platform/web/session/session.ts';
import { records } from '#platform/web/sync/records.ts';
import { showToast, type ToastMessage } from '#ui/overlays/toast-store.ts';
import { shopClient } from '#features/shop/web/client.ts';
import { cancelBasketQueries, setCachedBasket } from '#features/shop/web/queries.ts';
import { type Addition, createBasketOutbox, type SendOutcome } from './basket-outbox.ts';

const outcomeListeners = new Set<(outcome: SendOutcome) => void>();

const outbox = createBasketOutbox({
  store: records,
  async post({ lineId, productId, quantity, isGift, licenseID }) {
    const basket = await shopClient('POST basket/lines', { body: { lineId, productId, quantity, isGift, licenseID } });
    await cancelBasketQueries();
    return basket;
  },
  onOutcome(outcome) {
    if (outcome.kind === 'added') setCachedBasket(outcome.basket);
    for (const listener of outcomeListeners) listener(outcome);
  },
});

let hasStarted = false;

function startOutbox(): void {
  if (!hasStarted) {
    hasStarted = true;
    addEventListener('online', () => void outbox.flush());
    signOutTasks.add(outbox.flush);
  }
  void outbox.flush();
}

/** Used on each shop screen: sends additions left by an earlier visit and shows the outcome. */
export function useOutboxNotifications(): void {
  const intl = useIntl();
  useEffect(() => {
    const showOutcome = (outcome: SendOutcome) => {
      if (outcome.kind === 'rejected') return void showToast({ text: formatErrorMessage(intl, outcome.error) });
      // People who are offline were already notified when they added the item.
      if (outcome.kind === 'added' ? !outcome.wasLate : !navigator.onLine) return;
      showAdditionToast(intl, outcome.kind === 'added' ? 'shop.added.late' : 'shop.added.waits', outcome.addition);
    };
    outcomeListeners.add(showOutcome);
    startOutbox();
    return () => void outcomeListeners.delete(showOutcome);
  }, [intl]);
}

export function usePendingAdditions(): { additions: readonly Addition[]; isLate: boolean } {
  const { operations, isLate } = useSyncExternalStore(outbox.subscribe, outbox.read, outbox.read);
  const additions = useMemo(() => operations.map(({ body }) => body), [operations]);
  return { additions, isLate };
}

export const removePendingAddition = outbox.remove;

/** Adds a line without a toast, for example to undo a removal. */
export function addToBasket(addition: Omit<Addition, 'lineId'>): void {
  const lineId = crypto.randomUUID();
  void outbox.add({ ...addition, lineId }, lineId);
}

/** Adds a line and shows a toast that links to the basket. */
export function useAddToBasket() {
  const intl = useIntl();
  const navigate = useNavigate();
  return (addition: Omit<Addition, 'lineId'>): void => {
    addToBasket(addition);
    if (!navigator.onLine || outbox.read().isLate) return showAdditionToast(intl, 'shop.added.waits', addition);
    showAdditionToast(intl, 'shop.added.text', addition, {
      label: intl.formatMessage({ id: 'shop.added.to_basket' }),
      onUndo: () => void navigate('/training/shop/basket'),
    });
  };
}

function showAdditionToast(
  intl: IntlShape,
  id: MessageId,
  { name }: Pick<Addition, 'name'>,
  undo?: ToastMessage['undo'],
): void {
  showToast({ text: intl.formatMessage({ id }, { name }), ...(undo && { undo }) });
}
