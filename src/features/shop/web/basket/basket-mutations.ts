import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { focusTitle } from '#ui/accessibility/focus-title.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Basket, BasketLine } from '#features/shop/shared/contract.ts';
import { addToBasket } from './add-to-basket.ts';
import { shop } from '#features/shop/web/client.ts';
import { cancelBasketQueries, getCachedBasket, refreshBasket, setCachedBasket } from '#features/shop/web/queries.ts';

const mutationKey = ['shop', 'basket'];
/** One after the other, in the order in which they were asked for. */
const serialMutation = { mutationKey, scope: { id: 'shop-basket' } } as const;

/** What is shown may not be what it costs yet. */
export function useIsBasketChanging(): boolean {
  return useIsMutating({ mutationKey }) > 0;
}

/** The answer to the last of several changes has them all. */
function applyResponse(basket: Basket): void {
  if (queryClient.isMutating({ mutationKey }) <= 1) setCachedBasket(basket);
}

async function applyOptimisticChange(change: (lines: readonly BasketLine[]) => BasketLine[]): Promise<void> {
  await cancelBasketQueries();
  const basket = getCachedBasket();
  if (basket) setCachedBasket({ ...basket, lines: change(basket.lines) });
}

/** Shown at once; what the server says against it is told, and the basket is as it was. */
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
/** By line: of several presses only the last is sent. */
const latestQuantities = new Map<string, number>();

export function useSetQuantity() {
  const { mutate } = useBasketMutation<QuantityChange>(
    async ({ lineId, quantity }) => {
      const basket = getCachedBasket();
      if (latestQuantities.get(lineId) !== quantity && basket) return basket;
      return shop('PUT basket/lines/{lineId}', { params: { lineId }, body: { quantity } });
    },
    (lines, { lineId, quantity }) => lines.map((line) => (line.lineId === lineId ? { ...line, quantity } : line)),
  );
  return (wanted: QuantityChange) => {
    latestQuantities.set(wanted.lineId, wanted.quantity);
    mutate(wanted);
  };
}

/** Without asking, and with a way back. */
export function useRemoveLine() {
  const intl = useIntl();
  const { mutateAsync } = useBasketMutation<BasketLine>(
    ({ lineId }) => shop('DELETE basket/lines/{lineId}', { params: { lineId } }),
    (lines, { lineId }) => lines.filter((line) => line.lineId !== lineId),
  );
  return (line: BasketLine, currency: string) => {
    // The button goes with its line.
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

/** Refusals are told where the code is typed. */
export function useAddCode() {
  return useMutation({
    ...serialMutation,
    mutationFn: (code: string) => shop('POST basket/codes', { body: { code } }),
    onSuccess: applyResponse,
  });
}

export function useRemoveCode() {
  const { mutate } = useBasketMutation<string>(
    (code) => shop('DELETE basket/codes/{code}', { params: { code } }),
    (lines) => [...lines],
  );
  return mutate;
}
