import { dayMs } from '#platform/shared/dates.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { getCountryCurrency } from '#features/payments/shared/currency.ts';
import { quoteDigital } from '#features/payments/server/public.ts';
import { insertRequest } from '#features/shop/server/payment-requests/queries.ts';
import { shopNotices } from '#features/shop/shared/notices.ts';
import { demoRequestId } from '#features/tour/shared/demo-ends.ts';
import type { DemoNotification } from './notifications.ts';
import { listCourseProducts } from './orders.ts';
import { ids } from './world/people.ts';
import type { World } from './world/world.ts';

const askedMinutesAgo = 95;
const lifetimeMs = 14 * dayMs;

/** The demo minor asks her guardian to pay for her next course. Returns what the guardian is notified of. */
export async function seedDemoPaymentRequest(services: Services, db: Db, world: World): Promise<DemoNotification> {
  const { country, givenName } = world.find(ids.minor);
  const product = (await listCourseProducts(db)).find(({ packageId }) => packageId === 'enriched-air');
  if (product === undefined) throw new Error('the shop has no course enriched-air');
  const { productId, name, usdMinor } = product;
  const quote = quoteDigital({ services }, { country, currency: getCountryCurrency(country) }, usdMinor);
  const { currency, totalMinor } = quote;
  const createdAt = new Date(world.timeline.now.getTime() - askedMinutesAgo * 60_000);
  await insertRequest(db, {
    affiliateId: ids.minor,
    requestId: demoRequestId,
    key: demoRequestId,
    lines: [{ productId, quantity: 1, isGift: false, licenseID: null, name }],
    codes: [],
    currency,
    totalMinor,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
  });
  return {
    to: ids.guardian,
    notice: shopNotices.paymentAsked,
    values: {
      child: givenName,
      items: [name],
      price: { minor: totalMinor, currency },
    },
    path: `/training/shop/requests/${demoRequestId}`,
    minutesAgo: askedMinutesAgo,
    isUnread: true,
  };
}
