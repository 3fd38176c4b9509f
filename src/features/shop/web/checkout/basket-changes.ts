import type { Basket } from '#features/shop/shared/contract.ts';

export type BasketChange =
  | { kind: 'new' | 'gone'; name: string }
  | { kind: 'quantity'; name: string; from: number; to: number }
  | { kind: 'price'; name: string; from: number; to: number }
  | { kind: 'code_new' | 'code_gone'; code: string }
  | { kind: 'currency'; from: string; to: string }
  | { kind: 'total'; from: number; to: number };

type SeenBasket = Pick<Basket, 'currency' | 'totalMinor'> & {
  lines: readonly Pick<Basket['lines'][number], 'lineId' | 'name' | 'quantity' | 'unitMinor'>[];
  codes: readonly Pick<Basket['codes'][number], 'code' | 'problem'>[];
};

/** The differences between the basket the buyer saw and the current one. */
export function listBasketChanges(before: SeenBasket, after: SeenBasket): BasketChange[] {
  if (before.currency !== after.currency) return [{ kind: 'currency', from: before.currency, to: after.currency }];
  const changes: BasketChange[] = [];
  const former = new Map(before.lines.map((line) => [line.lineId, line]));
  for (const { lineId, name, quantity, unitMinor } of after.lines) {
    const line = former.get(lineId);
    former.delete(lineId);
    if (line === undefined) changes.push({ kind: 'new', name });
    else {
      if (line.quantity !== quantity) changes.push({ kind: 'quantity', name, from: line.quantity, to: quantity });
      if (line.unitMinor !== unitMinor) changes.push({ kind: 'price', name, from: line.unitMinor, to: unitMinor });
    }
  }
  changes.push(...[...former.values()].map(({ name }) => ({ kind: 'gone' as const, name })));
  const codesOf = ({ codes }: SeenBasket) =>
    new Set(codes.filter(({ problem }) => problem === null).map(({ code }) => code));
  const [had, has] = [codesOf(before), codesOf(after)];
  changes.push(...[...has.difference(had)].map((code) => ({ kind: 'code_new' as const, code })));
  changes.push(...[...had.difference(has)].map((code) => ({ kind: 'code_gone' as const, code })));
  if (before.totalMinor !== after.totalMinor)
    changes.push({ kind: 'total', from: before.totalMinor, to: after.totalMinor });
  return changes;
}
