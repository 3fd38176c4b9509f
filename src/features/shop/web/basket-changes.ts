import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { failureText } from '../../../platform/web/failure-text.ts';
import { queries } from '../../../platform/web/query.ts';
import { focusTitle } from '../../../ui/title-focus.ts';
import { showToast } from '../../../ui/toast-store.ts';
import type { Basket, BasketLine } from '../shared/contract.ts';
import { addAgain } from './additions.ts';
import { shop } from './client.ts';
import { holdBasket, readBasket, refreshBasket, showBasket } from './queries.ts';

const mutationKey = ['shop', 'basket'];
/** One after the other, in the order in which they were asked for. */
const inTurn = { mutationKey, scope: { id: 'shop-basket' } } as const;

/** What is shown may not be what it costs yet. */
export function useIsBasketChanging(): boolean {
  return useIsMutating({ mutationKey }) > 0;
}

/** The answer to the last of several changes has them all. */
function takeAnswer(basket: Basket): void {
  if (queries.isMutating({ mutationKey }) <= 1) showBasket(basket);
}

async function showChanged(change: (lines: readonly BasketLine[]) => BasketLine[]): Promise<void> {
  await holdBasket();
  const basket = readBasket();
  if (basket) showBasket({ ...basket, lines: change(basket.lines) });
}

/** Shown at once; what the server says against it is told, and the basket is as it was. */
function useChange<Wanted>(send: (wanted: Wanted) => Promise<Basket>, change: Change<Wanted>) {
  const intl = useIntl();
  return useMutation({
    ...inTurn,
    mutationFn: send,
    onMutate: (wanted) => showChanged((lines) => change(lines, wanted)),
    onSuccess: takeAnswer,
    onError: (error) => {
      showToast({ text: failureText(intl, error) });
      refreshBasket();
    },
  });
}
type Change<Wanted> = (lines: readonly BasketLine[], wanted: Wanted) => BasketLine[];

interface Quantity {
  lineId: string;
  quantity: number;
}
/** By line: of several presses only the last is sent. */
const newest = new Map<string, number>();

export function useQuantity() {
  const { mutate } = useChange<Quantity>(
    async ({ lineId, quantity }) => {
      const basket = readBasket();
      if (newest.get(lineId) !== quantity && basket) return basket;
      return shop('PUT basket/lines/{lineId}', { params: { lineId }, body: { quantity } });
    },
    (lines, { lineId, quantity }) => lines.map((line) => (line.lineId === lineId ? { ...line, quantity } : line)),
  );
  return (wanted: Quantity) => {
    newest.set(wanted.lineId, wanted.quantity);
    mutate(wanted);
  };
}

/** Without asking, and with a way back. */
export function useRemoval() {
  const intl = useIntl();
  const { mutateAsync } = useChange<BasketLine>(
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
            () => addAgain({ ...line, currency }),
            () => undefined,
          ),
      },
    });
  };
}

/** Refusals are told where the code is typed. */
export function useAddCode() {
  return useMutation({
    ...inTurn,
    mutationFn: (code: string) => shop('POST basket/codes', { body: { code } }),
    onSuccess: takeAnswer,
  });
}

export function useRemoveCode() {
  const { mutate } = useChange<string>(
    (code) => shop('DELETE basket/codes/{code}', { params: { code } }),
    (lines) => [...lines],
  );
  return mutate;
}
