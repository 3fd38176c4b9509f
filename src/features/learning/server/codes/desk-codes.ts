import { assertSameRequest } from '#platform/server/http/repeated-request.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { requireSubject } from '#features/account/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { failCode, type grantableCodes } from '#features/learning/shared/codes-contract.ts';
import { learningNotices } from '#features/learning/shared/notices.ts';
import { clubYear } from '#features/learning/shared/rules.ts';
import * as queries from './queries.ts';
import { publishChange } from '#features/learning/server/events.ts';
import { canTakeCourses } from '#features/learning/shared/policy.ts';
import { getCertificationName, generateCode } from './redeem.ts';

interface DeskCodeGrant {
  key: string;
  affiliateId: number;
  packageId: (typeof grantableCodes)[number];
  reason: string;
}

/** Grants a code on behalf of staff, with an audited reason. The key makes retries idempotent. */
export async function grantDeskCode(
  ctx: Context,
  { key, affiliateId, packageId, reason }: DeskCodeGrant,
): Promise<{ certificationName: string }> {
  const { db, user, services, correlationId } = ctx;
  const person = await requireSubject(ctx, affiliateId);
  if (!canTakeCourses(person)) throw failCode('learning.code_other_package', { path: 'affiliateId' });
  const certificationName = await getCertificationName(ctx, packageId);
  const row = await queries.insertGrantedCode.first(db, {
    code: generateCode(),
    packageId,
    certificationName,
    isClub: packageId === clubYear,
    holder: affiliateId,
    grantKey: key,
  });
  if (row === undefined) {
    const known = await queries.findGrantedCode.first(db, { grantKey: key });
    // The code may have been given on or redeemed since.
    const isSameHolder = [known?.holderId, known?.givenBy, known?.redeemedBy].includes(affiliateId);
    assertSameRequest(isSameHolder && (known?.packageId === packageId || known?.redeemedAt !== null));
    return { certificationName };
  }
  await notify(services, db, {
    to: affiliateId,
    notice: learningNotices.codeGranted,
    values: { course: certificationName },
    path: '/training/dashboard',
    key: row.code,
  });
  await publishChange(ctx, affiliateId, packageId, 'codes');
  await appendAudit(db, {
    actor: user.affiliateId,
    action: 'learning.code_granted',
    subject: `person:${affiliateId}`,
    data: { packageId, reason },
    correlationId,
  });
  return { certificationName };
}
