import { appendAudit } from '../../../platform/server/audit.ts';
import type { Context } from '../../../platform/server/context.ts';
import { demandSubject } from '../../account/server/public.ts';
import { notify } from '../../notifications/server/public.ts';
import { failCode, type grantableCodes } from '../shared/codes-contract.ts';
import { learningNotices } from '../shared/notices.ts';
import { clubYear } from '../shared/rules.ts';
import * as sql from './codes-sql.ts';
import { publishChange } from './events.ts';
import { certificationOf, newCode } from './redeeming.ts';

interface Grant {
  key: string;
  affiliateId: number;
  packageId: (typeof grantableCodes)[number];
  reason: string;
}

/** Staff give somebody a code, with a reason that is audited. The key makes a repeated grant the same one. */
export async function grantAtDesk(
  ctx: Context,
  { key, affiliateId, packageId, reason }: Grant,
): Promise<{ certificationName: string }> {
  const { db, user, services, correlationId } = ctx;
  const person = await demandSubject(ctx, affiliateId);
  // Stores and staff learn nothing and join no club.
  if (![1, 2, 3].includes(person.affiliateTypeId))
    throw failCode('learning.code_other_package', { path: 'affiliateId' });
  const certificationName = await certificationOf(ctx, packageId);
  const granted = [packageId, certificationName, packageId === clubYear, affiliateId, key] as const;
  const [row] = await sql.insertGranted(db, newCode(), ...granted);
  if (row === undefined) {
    const [known] = await sql.findGranted(db, key);
    if (known?.packageId !== packageId && known?.redeemedAt === null)
      throw failCode('learning.code_other_package', { path: 'key' });
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
