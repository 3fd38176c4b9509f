import { appendAudit } from '../../../platform/server/audit.ts';
import type { Handlers } from '../../../platform/server/calls.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { issueECard } from '../../certifications/server/public.ts';
import { findLevel } from '../../certifications/shared/levels.ts';
import { fail, type redemptionCalls } from '../shared/contract.ts';
import { clubNotices } from '../shared/notices.ts';
import { clubCurrency, eCardRefusal } from '../shared/rules.ts';
import { savingIn } from './discount.ts';
import { hasApprovedPhoto, levelNameOf } from './page.ts';
import * as sql from './sql.ts';
import { readState } from './state.ts';
import { tell } from './telling.ts';

const field = (name: string) => `data.current_redemption.${name}`;

export const redemptionHandlers: Handlers<typeof redemptionCalls> = {
  async 'POST ecardRedemption'(ctx, { body: { data } }) {
    const { db, user, now, services, correlationId } = ctx;
    const { affiliateId } = user;
    const { affiliate_id, certification_id: licenseID, ecard_stock_id: stockId } = data.current_redemption;
    if (data.sub !== user.sub) throw failCall('not_found', { path: 'data.sub' });
    if (affiliate_id !== affiliateId) throw failCall('not_found', { path: field('affiliate_id') });
    // Whoever comes at the same moment waits here, and then finds it redeemed.
    await sql.lockMembership(db, affiliateId);
    const { row, standing } = await readState(db, affiliateId, now);
    const { year } = standing;
    const certification = row.certifications.find((one) => one.licenseID === licenseID);
    if (certification === undefined) throw failCall('not_found', { path: field('certification_id') });
    const level = findLevel(certification.levelID);
    if (level?.eCardStockID !== stockId) throw failCall('request.invalid', { path: field('ecard_stock_id') });
    if (year === null) throw fail('club.not_member');
    if (year.eCardLicenseID !== null) throw fail('club.already_redeemed');
    const has = { eCard: certification.hasECard, approvedPhoto: hasApprovedPhoto(row) };
    const refusal = eCardRefusal(level, has);
    if (refusal !== null) throw fail(refusal);
    const { isNew } = await issueECard(db, { affiliateId, licenseID, source: 'redemption' });
    // Somebody has bought it in the meantime.
    if (!isNew) throw fail('club.has_ecard');
    const price = { minor: level.priceMinor, currency: clubCurrency, usdMinor: level.priceMinor };
    const savedMinor = savingIn(year.currency, price);
    const [redeemed] = await sql.redeemECard(db, affiliateId, year.id, licenseID, savedMinor, now);
    if (redeemed === undefined) throw fail('club.already_redeemed');
    await tell(ctx, {
      to: affiliateId,
      notice: clubNotices.eCardRedeemed,
      values: { level: levelNameOf(services.messages, pickLocale([row.language]), level.levelID) ?? '' },
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
