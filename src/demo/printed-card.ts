import { encrypt } from '#platform/server/crypto/secrets.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { contextOfOrderAddress } from '#features/shop/server/orders/order-address.ts';
import { loadTaxTable } from '#features/payments/server/public.ts';
import { getCountryCurrency } from '#features/payments/shared/currency.ts';
import { getCountryTax } from '#features/payments/shared/tax.ts';
import { fulfillOrder } from '#features/shop/server/orders/fulfill-order.ts';
import * as queries from '#features/shop/server/orders/queries.ts';
import { taxClassByCategory } from '#features/shop/shared/categories.ts';
import type { Address } from '#features/shop/shared/contract.ts';
import { priceItems } from '#features/shop/shared/pricing.ts';
import { listDemoCertifications } from './certifications/certifications.ts';
import { seedPaidOrder } from './paid-order.ts';
import { findPersonByName } from './world/people.ts';
import type { World } from './world/world.ts';

const buyerName = 'Signe Holm';
const address = { line1: 'Strandvejen 18', line2: '', city: 'Aarhus', state: '', postalCode: '8000', country: 'DK' };

/** Seeds a certified diver's order of her printed card, which the desk has to ship. */
export async function seedDemoPrintedCard(services: Services, db: Db, world: World): Promise<void> {
  const { SECRET_KEYS, TAX_FILE } = services.env;
  const { affiliateId, country } = findPersonByName(world, buyerName);
  const card = listDemoCertifications(world).find((one) => one.affiliateId === affiliateId);
  if (card === undefined) throw new Error(`${buyerName} has no card in the demo`);
  const currency = getCountryCurrency(country);
  const { productId, name, unitMinor } = await findPrintedCard(db, card.levelID, currency);
  const tax = getCountryTax(loadTaxTable(TAX_FILE), country);
  const category = 'card';
  const item = { category, unitMinor, quantity: 1, taxBp: tax.bpOf(taxClassByCategory[category]) } as const;
  const { lines, taxMinor, totalMinor } = priceItems([item], [], tax.isIncluded);
  const at = world.timeline.at(2, '19:25');
  const shipTo: Address = { ...address, name: buyerName };
  const orderId = createUuidFromText(`demo order ${affiliateId} printed card`);
  const order = await seedPaidOrder(services, db, {
    affiliateId,
    orderId,
    country,
    currency,
    isTaxIncluded: tax.isIncluded,
    unitMinor,
    taxMinor,
    totalMinor,
    encryptedAddress: encrypt(SECRET_KEYS, contextOfOrderAddress({ affiliateId, orderId }), JSON.stringify(shipTo)),
    line: {
      productId,
      name,
      category,
      kind: category,
      licenseID: card.licenseID,
      taxBp: lines[0]?.taxBp ?? 0,
      state: 'open',
      path: null,
    },
    at,
  });
  const buyer = await queries.findBuyer.first(db, { affiliateId });
  if (buyer === undefined) throw new Error(`the demo has no person ${affiliateId}`);
  const ctx = { services, db, now: at, correlationId: 'demo' };
  await fulfillOrder(ctx, order, buyer, await queries.listLines(db, order));
}

function findPrintedCard(db: Db, levelId: number, currency: string) {
  return db
    .selectFrom('product as p')
    .innerJoin('product_text as t', 't.product_id', 'p.product_id')
    .innerJoin('product_price as price', 'price.product_id', 'p.product_id')
    .select(['p.product_id as productId', 't.name', 'price.amount_minor as unitMinor'])
    .where('p.kind', '=', 'card')
    .where('p.level_id', '=', levelId)
    .where('t.locale', '=', 'en-US')
    .where('price.currency', '=', currency)
    .executeTakeFirstOrThrow();
}
