import { joinList } from '#platform/shared/join-list.ts';
import { type Locale, pickLocale } from '#platform/shared/locale.ts';
import { formatMoneyForLocale } from '#platform/shared/money.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import { shopNotices } from '#features/shop/shared/notices.ts';
import { findBuyer } from '#features/shop/server/orders/queries.ts';
import { listGuardians, type RequestRow } from './queries.ts';

export const requestPath = (requestId: string) => `/training/shop/requests/${requestId}`;

type NotifyContext = Pick<TransactionContext, 'services' | 'db'>;

function formatItems(locale: Locale, { lines }: RequestRow): string {
  const names = lines.map(({ name }) => name);
  return joinList(locale, names.length > 4 ? [...names.slice(0, 3), '…'] : names);
}

/** All guardians are notified; the first decision counts. */
export async function notifyGuardians({ services, db }: NotifyContext, request: RequestRow): Promise<void> {
  const { affiliateId, requestId, child, totalMinor: minor, currency } = request;
  for (const guardian of await listGuardians(db, { affiliateId })) {
    const locale = pickLocale([guardian.language]);
    await notify(services, db, {
      to: guardian.affiliateId,
      notice: shopNotices.paymentAsked,
      values: { child, items: formatItems(locale, request), price: formatMoneyForLocale(locale, { minor, currency }) },
      path: requestPath(requestId),
      key: requestId,
    });
  }
}

export async function notifyDeclined({ services, db }: NotifyContext, request: RequestRow, guardian: string) {
  const { affiliateId, requestId } = request;
  const items = formatItems(await findLocale(db, affiliateId), request);
  await notify(services, db, {
    to: affiliateId,
    notice: shopNotices.paymentDeclined,
    values: { guardian, items },
    path: requestPath(requestId),
    key: requestId,
  });
}

export async function notifyPaid({ services, db }: NotifyContext, request: RequestRow): Promise<void> {
  const { affiliateId, requestId, decidedByName } = request;
  const items = formatItems(await findLocale(db, affiliateId), request);
  await notify(services, db, {
    to: affiliateId,
    notice: shopNotices.paymentMade,
    values: { guardian: decidedByName ?? '', items },
    path: requestPath(requestId),
    key: requestId,
  });
}

async function findLocale(db: NotifyContext['db'], affiliateId: number): Promise<Locale> {
  return pickLocale([(await findBuyer.first(db, { affiliateId }))?.language]);
}
