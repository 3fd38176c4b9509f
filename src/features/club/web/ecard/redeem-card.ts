import { boot } from '#platform/web/session/boot.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { findLevel } from '#domain/certification-levels.ts';
import type { ClubPage } from '#features/club/shared/contract.ts';
import { redemptionClient } from '#features/club/web/client.ts';
import { refreshClub } from '#features/club/web/club-queries.ts';

/** Redeems the year's free eCard with the request format of the specification. */
export async function redeemCard({
  licenseID,
  levelID,
  levelName,
}: Pick<ClubPage['choices'][number], 'licenseID' | 'levelID' | 'levelName'>): Promise<void> {
  const token = currentToken();
  const stockId = findLevel(levelID)?.eCardStockID ?? 0;
  await redemptionClient('POST ecardRedemption', {
    body: {
      metadata: { correlationId: crypto.randomUUID(), domain: location.hostname },
      data: {
        sub: token?.sub ?? '',
        current_redemption: {
          name: boot.brand.club,
          product_id: String(stockId),
          certification_id: licenseID,
          certification_name: levelName,
          affiliate_id: token?.affiliateId ?? 0,
          ecard_stock_id: stockId,
        },
      },
    },
  });
  // The eCard now appears in the list of certifications.
  await Promise.all([currentQueryClient().invalidateQueries({ queryKey: ['certifications'] }), refreshClub()]);
}
