import { notify } from '#features/notifications/server/public.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import { shopNotices } from '#features/shop/shared/notices.ts';
import { listGuardians, type RequestRow } from './queries.ts';

export const requestPath = (requestId: string) => `/training/shop/requests/${requestId}`;

type NotifyContext = Pick<TransactionContext, 'services' | 'db'>;

const listItems = ({ lines }: RequestRow) => lines.map(({ name }) => name);

/** All guardians are notified; the first decision counts. */
export async function notifyGuardians({ services, db }: NotifyContext, request: RequestRow): Promise<void> {
  const { affiliateId, requestId, child, totalMinor: minor, currency } = request;
  for (const guardian of await listGuardians(db, { affiliateId })) {
    await notify(services, db, {
      to: guardian.affiliateId,
      notice: shopNotices.paymentAsked,
      values: { child, items: listItems(request), price: { minor, currency } },
      path: requestPath(requestId),
      key: requestId,
    });
  }
}

/** Guardians aren't mailed in the minor's place, because one of them decided. */
export async function notifyDeclined({ services, db }: NotifyContext, request: RequestRow, guardian: string) {
  const { affiliateId, requestId } = request;
  await notify(services, db, {
    to: affiliateId,
    notice: shopNotices.paymentDeclined,
    values: { guardian, items: listItems(request) },
    path: requestPath(requestId),
    notifiesGuardians: false,
    key: requestId,
  });
}

/** Guardians aren't mailed in the minor's place, because the one who paid gets the receipt. */
export async function notifyPaid({ services, db }: NotifyContext, request: RequestRow): Promise<void> {
  const { affiliateId, requestId, decidedByName } = request;
  await notify(services, db, {
    to: affiliateId,
    notice: shopNotices.paymentMade,
    values: { guardian: decidedByName ?? '', items: listItems(request) },
    path: requestPath(requestId),
    notifiesGuardians: false,
    key: requestId,
  });
}
