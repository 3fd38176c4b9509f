import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { requireSubject, auditChange, auditRead } from '#features/account/server/public.ts';
import { dsdPackageId } from '#features/learning/shared/dsd-package.ts';

/**
 * Returns the context of the learner: the caller, or a child whose guardian calls. Guardians are limited to Discover
 * Scuba Diving, so a family can complete it on one phone. Their access is audited.
 */
export async function resolveLearnerContext(
  ctx: Context,
  affiliateId: number | undefined,
  packageId: string,
  does: 'reads' | 'acts' | null = null,
): Promise<Context> {
  if (affiliateId === undefined || affiliateId === ctx.user.affiliateId) return ctx;
  const subject = await requireSubject(ctx, affiliateId);
  if (subject.relation !== 'guardian' || packageId !== dsdPackageId) throw failCall('not_found');
  if (does === 'reads') await auditRead(ctx, subject, 'entitlements');
  if (does === 'acts') await auditChange(ctx, subject, 'dsd.step_by_guardian', { status: 'elearning' });
  return { ...ctx, user: { ...ctx.user, affiliateId, affiliateTypeId: subject.affiliateTypeId } };
}
