import { outboxPrefix } from '#platform/web/sync/draft-cleanup.ts';
import { createOutbox, isPermanentError } from '#platform/web/sync/outbox.ts';
import type { RecordStore } from '#platform/web/sync/record-store.ts';
import { currentToken } from '#platform/web/session/session.ts';
import type { Basket, BasketLine } from '#features/shop/shared/contract.ts';

/** A basket addition that may not be sent yet, with the data needed to show it. */
export type Addition = Pick<
  BasketLine,
  'lineId' | 'productId' | 'name' | 'drawing' | 'quantity' | 'isGift' | 'licenseID' | 'unitMinor'
> & { currency: string };

export type SendOutcome =
  | { kind: 'added'; addition: Addition; basket: Basket; wasLate: boolean }
  /** A permanent error. */
  | { kind: 'rejected'; addition: Addition; error: Error }
  /** A temporary error; the addition is sent again. */
  | { kind: 'late'; addition: Addition };

interface BasketOutboxOptions {
  store: RecordStore;
  /** Idempotent: a repeated line id is added once. */
  post: (addition: Addition) => Promise<Basket>;
  onOutcome: (outcome: SendOutcome) => void;
}

/** Additions belong to one person and are deleted when that person signs out or someone else signs in. */
export function createBasketOutbox({ store, post, onOutcome }: BasketOutboxOptions) {
  return createOutbox<Addition, Basket>({
    store,
    prefix: `${outboxPrefix}basket:`,
    lockName: () => `shop-unsent:${currentToken()?.affiliateId}`,
    send: ([{ body }]) => post(body),
    resolveError: (error) => ({ kind: isPermanentError(error) ? 'drop' : 'later' }),
    onSent: ([{ body }], basket, wasLate) => onOutcome({ kind: 'added', addition: body, basket, wasLate }),
    onDropped: ([{ body }], error) => onOutcome({ kind: 'rejected', addition: body, error: error as Error }),
    onLate: ([{ body }]) => onOutcome({ kind: 'late', addition: body }),
  });
}
