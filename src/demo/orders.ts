import { dayMs } from '#platform/shared/dates.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { getCountryCurrency } from '#features/payments/shared/currency.ts';
import { quoteDigital } from '#features/payments/server/public.ts';
import * as queries from '#features/shop/server/orders/queries.ts';
import { refundOrder } from '#features/shop/server/orders/refund-order.ts';
import { seedPaidOrder } from './paid-order.ts';
import { ids } from './world/people.ts';
import { lessonTimes } from './world/lesson-times.ts';
import type { DemoCourse } from './world/courses.ts';
import type { World } from './world/world.ts';

const homes: Readonly<Record<number, string>> = { [ids.diver]: 'SE', [ids.halfwayStudent]: 'GB' };
const refunds = ['Charged for the wrong language edition', 'Goodwill: the download failed for two days'];

/** Seeds the order behind every course that was bought, and refunds a part of the last two. */
export async function seedDemoOrders(services: Services, db: Db, world: World): Promise<void> {
  const products = new Map((await listCourseProducts(db)).map((product) => [product.packageId, product]));
  const bought = world.courses
    .filter(({ source }) => source === 'order')
    .flatMap((course) => {
      const product = products.get(course.packageId);
      const [first] = lessonTimes(course, world.timeline);
      // A course is granted with its payment, two days before the first lesson.
      return product === undefined || first === undefined
        ? []
        : [{ course, product, at: new Date(first.getTime() - 2 * dayMs - 20 * 60_000) }];
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const orders: queries.OrderRow[] = [];
  for (const { course, product, at } of bought) orders.push(await buyCourse(services, db, world, course, product, at));
  for (const [index, order] of orders.slice(-refunds.length).entries()) {
    const [line] = await queries.listLines(db, order);
    if (line === undefined) throw new Error(`demo order ${order.orderId} has no line`);
    const ctx = { services, db, now: world.timeline.now, correlationId: 'demo' };
    const refundId = createUuidFromText(`demo refund ${order.orderId}`);
    const amountMinor = Math.floor(line.totalMinor / 4);
    await refundOrder(ctx, order, {
      refundId,
      parts: [{ line, amountMinor }],
      reason: refunds[index] ?? '',
      by: ids.staff,
    });
  }
}

export function listCourseProducts(db: Db) {
  return db
    .selectFrom('product as p')
    .innerJoin('product_text as t', 't.product_id', 'p.product_id')
    .innerJoin('product_price as usd', 'usd.product_id', 'p.product_id')
    .select([
      'p.product_id as productId',
      'p.package_id as packageId',
      'p.category',
      'p.kind',
      't.name',
      'usd.amount_minor as usdMinor',
    ])
    .where('p.package_id', 'is not', null)
    .where('p.kind', '=', 'course')
    .where('t.locale', '=', 'en-US')
    .where('usd.currency', '=', 'USD')
    .execute();
}

async function buyCourse(
  services: Services,
  db: Db,
  { find }: World,
  { affiliateId, packageId }: DemoCourse,
  { productId, category, kind, name, usdMinor }: Awaited<ReturnType<typeof listCourseProducts>>[number],
  at: Date,
): Promise<queries.OrderRow> {
  const country = homes[affiliateId] ?? find(affiliateId).country;
  const quote = quoteDigital({ services }, { country, currency: getCountryCurrency(country) }, usdMinor);
  // The catalogue's categories and kinds are those of order lines.
  const named = { productId, name, category: category as 'course', kind: kind as 'course' };
  return seedPaidOrder(services, db, {
    ...quote,
    affiliateId,
    orderId: createUuidFromText(`demo order ${affiliateId} ${packageId}`),
    country,
    encryptedAddress: null,
    line: { ...named, licenseID: null, taxBp: quote.taxBp, state: 'given', path: `/training/course/${packageId}` },
    at,
  });
}
