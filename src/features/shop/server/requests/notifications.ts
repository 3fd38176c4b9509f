import { joinedIn } from '../../../../platform/shared/joined.ts';
import { type Locale, pickLocale } from '../../../../platform/shared/locale.ts';
import { writeMoney } from '../../../../platform/shared/money.ts';
import { notify } from '../../../notifications/server/public.ts';
import type { Doing } from '../../../payments/server/public.ts';
import { shopNotices } from '../../shared/notices.ts';
import { findBuyer } from '../orders-sql.ts';
import { listGuardians, type RequestRow } from './queries.ts';

export const requestPath = (requestId: string) => `/training/shop/requests/${requestId}`;

type Notifying = Pick<Doing, 'services' | 'db'>;

function itemsOf(locale: Locale, { lines }: RequestRow): string {
  const names = lines.map(({ name }) => name);
  return joinedIn(locale, names.length > 4 ? [...names.slice(0, 3), '…'] : names);
}

/** Every guardian: the first one who decides settles it. */
export async function notifyGuardians({ services, db }: Notifying, request: RequestRow): Promise<void> {
  const { affiliateId, requestId, child, totalMinor: minor, currency } = request;
  for (const guardian of await listGuardians(db, affiliateId)) {
    const locale = pickLocale([guardian.language]);
    await notify(services, db, {
      to: guardian.affiliateId,
      notice: shopNotices.paymentAsked,
      values: { child, items: itemsOf(locale, request), price: writeMoney(locale, { minor, currency }) },
      path: requestPath(requestId),
      key: requestId,
    });
  }
}

export async function notifyDeclined({ services, db }: Notifying, request: RequestRow, guardian: string) {
  const { affiliateId, requestId } = request;
  const items = itemsOf(await localeOf(db, affiliateId), request);
  await notify(services, db, {
    to: affiliateId,
    notice: shopNotices.paymentDeclined,
    values: { guardian, items },
    path: requestPath(requestId),
    key: requestId,
  });
}

export async function notifyPaid({ services, db }: Notifying, request: RequestRow): Promise<void> {
  const { affiliateId, requestId, decidedByName } = request;
  const items = itemsOf(await localeOf(db, affiliateId), request);
  await notify(services, db, {
    to: affiliateId,
    notice: shopNotices.paymentMade,
    values: { guardian: decidedByName ?? '', items },
    path: requestPath(requestId),
    key: requestId,
  });
}

async function localeOf(db: Notifying['db'], affiliateId: number): Promise<Locale> {
  return pickLocale([(await findBuyer(db, affiliateId))[0]?.language]);
}
