import { CodedError } from '#platform/shared/errors.ts';
import { issueECard, listCertifications } from '#features/certifications/server/public.ts';
import { enrollByOrder, grantCodes } from '#features/learning/server/public.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import * as queries from './queries.ts';

type FulfillmentResult = { state: 'given' | 'to_post' | 'failed'; codes?: string[] };

/**
 * Fulfills every line of a paid order in the transaction that pays it. Lines that cannot be fulfilled are marked as
 * failed; the caller refunds them.
 */
export async function fulfillOrder(
  ctx: TransactionContext,
  order: Pick<queries.OrderRow, 'affiliateId' | 'orderId' | 'recipientId'>,
  buyer: queries.BuyerRow,
  lines: readonly queries.LineRow[],
): Promise<queries.LineRow[]> {
  const { affiliateId, orderId } = order;
  // A guardian's order for a minor belongs to the minor.
  const receiverId = order.recipientId ?? affiliateId;
  const done: queries.LineRow[] = [];
  for (const line of lines) {
    const { state, codes = [] } = await fulfillLine(ctx, receiverId, buyer, line).catch(toFailedResult);
    await queries.updateLineState(ctx.db, { affiliateId, orderId, lineId: line.lineId, state, codes, now: ctx.now });
    done.push({ ...line, state, codes });
  }
  return done;
}

async function fulfillLine(
  ctx: TransactionContext,
  affiliateId: number,
  { storeNumber, memberNumber }: queries.BuyerRow,
  line: queries.LineRow,
): Promise<FulfillmentResult> {
  const { kind, packageId, licenseID, quantity } = line;
  switch (kind) {
    case 'course': {
      if (packageId === null) return { state: 'failed' };
      if (!line.isGift) return { state: (await enrollByOrder(ctx, { affiliateId, packageId })) ? 'given' : 'failed' };
      const bought = { holder: affiliateId, packageId, storeNumber, memberNumber };
      return { state: 'given', codes: await grantCodes(ctx, bought, quantity) };
    }
    case 'code': {
      if (packageId === null) return { state: 'failed' };
      const bought = { holder: affiliateId, packageId, storeNumber, memberNumber, isGift: true };
      return { state: 'given', codes: await grantCodes(ctx, bought, quantity) };
    }
    case 'ecard':
      return {
        state:
          licenseID !== null && (await issueECard(ctx.db, { affiliateId, licenseID, source: 'order' })).isNew
            ? 'given'
            : 'failed',
      };
    case 'card':
      return { state: (await hasValidCertification(ctx, affiliateId, licenseID)) ? 'to_post' : 'failed' };
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

async function hasValidCertification(
  { db, now }: TransactionContext,
  affiliateId: number,
  licenseID: number | null,
): Promise<boolean> {
  const certifications = await listCertifications(db, affiliateId, now);
  return certifications.some((card) => card.licenseID === licenseID && !card.isRevoked);
}
