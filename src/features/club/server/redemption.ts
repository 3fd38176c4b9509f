import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { issueECard } from '#features/certifications/server/public.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { fail, type redemptionEndpoints } from '#features/club/shared/contract.ts';
import { clubNotices } from '#features/club/shared/notices.ts';
import { clubCurrency, getECardError } from '#features/club/shared/membership-rules.ts';
import { convertSaving } from './discount.ts';
import { hasApprovedPhoto, findLevelName } from './club-page.ts';
import * as queries from './queries.ts';
import { readClubState } from './club-state.ts';
import { notifyMember } from './notifications.ts';

const toFieldPath = (name: string) => `data.current_redemption.${name}`;

export const redemptionHandlers: Handlers<typeof redemptionEndpoints> = {
  async 'POST ecardRedemption'(ctx, { body: { data } }) {
    const { db, user, now, services, correlationId } = ctx;
    const { affiliateId } = user;
    const { affiliate_id, certification_id: licenseID, ecard_stock_id: stockId } = data.current_redemption;
    if (data.sub !== user.sub) throw failCall('not_found', { path: 'data.sub' });
    if (affiliate_id !== affiliateId) throw failCall('not_found', { path: toFieldPath('affiliate_id') });
    // The lock makes concurrent redemptions run one after the other; the second finds it redeemed.
    await queries.lockMembership(db, { affiliateId });
    const { row, membershipStatus } = await readClubState(db, affiliateId, now);
    const { year } = membershipStatus;
    const certification = row.certifications.find((one) => one.licenseID === licenseID);
    if (certification === undefined) throw failCall('not_found', { path: toFieldPath('certification_id') });
    const level = findLevel(certification.levelID);
    if (level?.eCardStockID !== stockId) throw failCall('request.invalid', { path: toFieldPath('ecard_stock_id') });
    if (year === null) throw fail('club.not_member');
    if (year.eCardLicenseID !== null) throw fail('club.already_redeemed');
    const has = { eCard: certification.hasECard, approvedPhoto: hasApprovedPhoto(row) };
    const error = getECardError(level, has);
    if (error !== null) throw fail(error);
    const { isNew } = await issueECard(db, { affiliateId, licenseID, source: 'redemption' });
    // The eCard was bought in the meantime.
    if (!isNew) throw fail('club.has_ecard');
    const price = { minor: level.priceMinor, currency: clubCurrency, usdMinor: level.priceMinor };
    const savedMinor = convertSaving(year.currency, price);
    const redeemed = await queries.redeemECard.first(db, { affiliateId, id: year.id, licenseID, savedMinor, now });
    if (redeemed === undefined) throw fail('club.already_redeemed');
    await notifyMember(ctx, {
      to: affiliateId,
      notice: clubNotices.eCardRedeemed,
      values: { level: findLevelName(services.messages, pickLocale([row.language]), level.levelID) ?? '' },
      path: `/certifications/ecard/${licenseID}/${level.levelID}`,
      key: year.id,
    });
    await appendAudit(db, {
      actor: affiliateId,
      action: 'club.ecard_redeemed',
      subject: `person:${affiliateId}`,
      data: { licenseID, levelID: level.levelID, year: year.startsOn },
      correlationId,
    });
    return { licenseID, redeemedDate: now.toISOString() };
  },
};
