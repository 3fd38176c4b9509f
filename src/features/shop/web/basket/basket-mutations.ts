import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { focusTitle } from '#ui/accessibility/focus-title.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Basket, BasketLine } from '#features/shop/shared/contract.ts';
import { addToBasket } from './add-to-basket.ts';
import { shopClient } from '#features/shop/web/client.ts';
import { cancelBasketQueries, getCachedBasket, refreshBasket, setCachedBasket } from '#features/shop/web/queries.ts';

const mutationKey = ['shop', 'basket'];
/** Basket changes run one after the other. */
const serialMutation = { mutationKey, scope: { id: 'shop-basket' } } as const;

/** True while the shown totals may be outdated. */
export function useIsBasketChanging(): boolean {
  return useIsMutating({ mutationKey }) > 0;
}

/** Only the response to the last pending change is applied, because it includes all of them. */
function applyResponse(basket: Basket): void {
  if (currentQueryClient().isMutating({ mutationKey }) <= 1) setCachedBasket(basket);
}

async function applyOptimisticChange(change: (lines: readonly BasketLine[]) => BasketLine[]): Promise<void> {
  await cancelBasketQueries();
  const basket = getCachedBasket();
  if (basket) setCachedBasket({ ...basket, lines: change(basket.lines) });
}

/** Updates the basket optimistically; an error shows a toast and reloads it. */
function useBasketMutation<Wanted>(send: (wanted: Wanted) => Promise<Basket>, change: LinesUpdate<Wanted>) {
  const intl = useIntl();
  return useMutation({
    ...serialMutation,
    mutationFn: send,
    onMutate: (wanted) => applyOptimisticChange((lines) => change(lines, wanted)),
    onSuccess: applyResponse,
    onError: (error) => {
      showToast({ text: formatErrorMessage(intl, error) });
      refreshBasket();
    },
  });
}
type LinesUpdate<Wanted> = (lines: readonly BasketLine[], wanted: Wanted) => BasketLine[];

interface QuantityChange {
  lineId: string;
  quantity: number;
}
/** The last quantity per line; of several quick changes only the last one is sent. */
const latestQuantities = new Map<string, number>();

export function useSetQuantity() {
  const { mutate } = useBasketMutation<QuantityChange>(
    async ({ lineId, quantity }) => {
      const basket = getCachedBasket();
      if (latestQuantities.get(lineId) !== quantity && basket) return basket;
      return shopClient('PUT basket/lines/{lineId}', { params: { lineId }, body: { quantity } });
    },
    (lines, { lineId, quantity }) => lines.map((line) => (line.lineId === lineId ? { ...line, quantity } : line)),
  );
  return (wanted: QuantityChange) => {
    latestQuantities.set(wanted.lineId, wanted.quantity);
    mutate(wanted);
  };
}

/** Removes a line without confirmation and offers undo. */
export function useRemoveLine() {
  const intl = useIntl();
  const { mutateAsync } = useBasketMutation<BasketLine>(
    ({ lineId }) => shopClient('DELETE basket/lines/{lineId}', { params: { lineId } }),
    (lines, { lineId }) => lines.filter((line) => line.lineId !== lineId),
  );
  return (line: BasketLine, currency: string) => {
    // The focused button is removed together with its line.
    focusTitle();
    const removal = mutateAsync(line);
    removal.catch(() => undefined);
    showToast({
      text: intl.formatMessage({ id: 'shop.basket.removed' }, { name: line.name }),
      undo: {
        label: intl.formatMessage({ id: 'shop.basket.undo' }),
        onUndo: () =>
          void removal.then(
            () => addToBasket({ ...line, currency }),
            () => undefined,
          ),
      },
    });
  };
}

/** Errors are shown at the code field. */
export function useAddCode() {
  return useMutation({
    ...serialMutation,
    mutationFn: (code: string) => shopClient('POST basket/codes', { body: { code } }),
    onSuccess: applyResponse,
  });
}

export function useRemoveCode() {
  const { mutate } = useBasketMutation<string>(
    (code) => shopClient('DELETE basket/codes/{code}', { params: { code } }),
    (lines) => [...lines],
  );
  return mutate;
}
