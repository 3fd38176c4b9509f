import { CodedError } from '#platform/shared/errors.ts';
import { issueECard, listCertifications } from '#features/certifications/server/public.ts';
import { enrollByOrder, grantCodes } from '#features/learning/server/public.ts';
import type { TransactionContext } from '#features/payments/server/public.ts';
import * as sql from './queries.ts';

type FulfillmentResult = { state: 'given' | 'to_post' | 'failed'; codes?: string[] };

/**
 * Fulfills every line of a paid order in the transaction that pays it. Lines that cannot be fulfilled are marked as
 * failed; the caller refunds them.
 */
export async function fulfillOrder(
  doing: TransactionContext,
  order: Pick<sql.OrderRow, 'affiliateId' | 'orderId' | 'recipientId'>,
  buyer: sql.BuyerRow,
  lines: readonly sql.LineRow[],
): Promise<sql.LineRow[]> {
  const { affiliateId, orderId } = order;
  // A guardian's order for a minor belongs to the minor.
  const receiverId = order.recipientId ?? affiliateId;
  const done: sql.LineRow[] = [];
  for (const line of lines) {
    const { state, codes = [] } = await fulfillLine(doing, receiverId, buyer, line).catch(toFailedResult);
    await sql.setLineState(doing.db, affiliateId, orderId, line.lineId, state, codes, doing.now);
    done.push({ ...line, state, codes });
  }
  return done;
}

async function fulfillLine(
  doing: TransactionContext,
  affiliateId: number,
  { storeNumber, memberNumber }: sql.BuyerRow,
  line: sql.LineRow,
): Promise<FulfillmentResult> {
  const { kind, packageId, licenseId, quantity } = line;
  switch (kind) {
    case 'course': {
      if (packageId === null) return { state: 'failed' };
      if (!line.isGift) return { state: (await enrollByOrder(doing, { affiliateId, packageId })) ? 'given' : 'failed' };
      const bought = { holder: affiliateId, packageId, storeNumber, memberNumber };
      return { state: 'given', codes: await grantCodes(doing, bought, quantity) };
    }
    case 'code': {
      if (packageId === null) return { state: 'failed' };
      const bought = { holder: affiliateId, packageId, storeNumber, memberNumber, isGift: true };
      return { state: 'given', codes: await grantCodes(doing, bought, quantity) };
    }
    case 'ecard':
      return {
        state: licenseId !== null && (await issueOrderedECard(doing, affiliateId, licenseId)) ? 'given' : 'failed',
      };
    case 'card':
      return { state: (await hasValidCertification(doing, affiliateId, licenseId)) ? 'to_post' : 'failed' };
    case 'item':
      return { state: line.isPosted ? 'to_post' : 'given' };
    default:
      // Memberships are sold by the club feature.
      return { state: 'failed' };
  }
}

/** A withdrawn course or revoked certification fails its own line only. */
function toFailedResult(error: unknown): FulfillmentResult {
  if (error instanceof CodedError && /^(learning|certifications)\./.test(error.code)) return { state: 'failed' };
  throw error;
}

/** Returns false if the certification already has an eCard. */
async function issueOrderedECard({ db }: TransactionContext, affiliateId: number, licenseID: number): Promise<boolean> {
  return (await issueECard(db, { affiliateId, licenseID, source: 'order' })).isNew;
}

async function hasValidCertification(
  { db, now }: TransactionContext,
  affiliateId: number,
  licenseId: number | null,
): Promise<boolean> {
  const certifications = await listCertifications(db, affiliateId, now);
  return certifications.some(({ licenseID, isRevoked }) => licenseID === licenseId && !isRevoked);
}
