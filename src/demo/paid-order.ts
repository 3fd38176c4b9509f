import { dayMs } from '#platform/shared/dates.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { recordOrderInLedger } from '#features/shop/server/orders/pay-order.ts';
import * as queries from '#features/shop/server/orders/queries.ts';
import { seedDemoPayment } from './payments.ts';

type NewLine = Parameters<typeof queries.insertLines>[1]['lines'][number];

interface DemoOrder {
  affiliateId: number;
  orderId: string;
  country: string;
  currency: string;
  isTaxIncluded: boolean;
  unitMinor: number;
  taxMinor: number;
  totalMinor: number;
  /** Null when nothing is shipped. */
  encryptedAddress: string | null;
  line: Pick<NewLine, 'productId' | 'name' | 'category' | 'kind' | 'licenseID' | 'taxBp' | 'state' | 'path'>;
  at: Date;
}

/** Seeds an order of one product, paid by card at the same moment and booked in the ledger. */
export async function seedPaidOrder(
  services: Services,
  db: Db,
  { affiliateId, orderId, country, currency, isTaxIncluded, line, encryptedAddress, at, ...amounts }: DemoOrder,
): Promise<queries.OrderRow> {
  const { unitMinor, taxMinor, totalMinor } = amounts;
  const price = { taxMinor, totalMinor, discountMinor: 0 };
  const order = await queries.insertOrder.first(db, {
    ...price,
    affiliateId,
    orderId,
    key: orderId,
    paymentId: null,
    basketVersion: 0,
    method: 'card',
    currency,
    country,
    isTaxIncluded,
    subtotalMinor: unitMinor,
    encryptedAddress,
    recipientId: null,
    createdDate: at.toISOString(),
    expiresDate: new Date(at.getTime() + dayMs).toISOString(),
  });
  const payment = await seedDemoPayment(
    db,
    {
      affiliateId,
      key: orderId,
      purpose: 'order',
      reference: { orderId },
      amountMinor: totalMinor,
      currency,
      description: services.messages.format('en-US', 'shop.checkout.payment', { number: String(order?.number) }),
      returnPath: `/training/shop/orders/${orderId}`,
      isCardKept: false,
    },
    at,
  );
  const lineId = createUuidFromText(`line ${orderId}`);
  const lines = [{ ...price, ...line, lineId, place: 0, quantity: 1, unitMinor, isGift: false }];
  await queries.insertLines(db, { affiliateId, orderId, lines, doneAt: line.state === 'given' ? at : null });
  const paid = await queries.markPaid.first(db, { affiliateId, orderId, paymentId: payment.paymentId, now: at });
  if (paid === undefined) throw new Error(`demo order ${orderId} could not be marked as paid`);
  await recordOrderInLedger({ db, now: at }, paid, null, await queries.listLines(db, paid));
  return paid;
}
