import { useIntl, type IntlShape } from 'react-intl';
import { ApiError } from '#platform/web/client/client.ts';
import type { DeskOrder } from './queries.ts';

/** Who decided about an item of the desk, when and what; null if the audit log has no decision. */
export type LoadDecisionText = (
  intl: IntlShape,
  item: { queue: 'orders'; subject: string; since: string },
) => Promise<string | null>;

/** What another clerk did with the order, if that is why the server rejected an action. */
export function useOtherDecision(order: DeskOrder, loadDecisionText: LoadDecisionText) {
  const intl = useIntl();
  return async (error: Error): Promise<string | null> =>
    isConflict(error)
      ? loadDecisionText(intl, {
          queue: 'orders',
          subject: `person:${order.affiliateId}`,
          // Earlier decisions are about the buyer's other orders.
          since: order.paidDate ?? order.createdDate,
        })
      : null;
}

/** The dialog checks amounts against the order as it was loaded, so they exceed the rest only after another refund. */
const isConflict = (error: Error) =>
  error instanceof ApiError && (error.status === 409 || error.code === 'shop.refund_too_much');
