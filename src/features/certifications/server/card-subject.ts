import type { ReadTarget } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { requireSubject, auditRead } from '#features/account/server/public.ts';

interface CardSubject {
  affiliateId: number;
  /** Called once something is actually shown. */
  logReading: (what: ReadTarget) => Promise<void>;
}

/** The person whose cards are requested: the user, their child, or anyone for staff. */
export async function findCardSubject(ctx: Context, affiliateId = ctx.user.affiliateId): Promise<CardSubject> {
  if (affiliateId === ctx.user.affiliateId) return { affiliateId, logReading: async () => undefined };
  const subject = await requireSubject(ctx, affiliateId);
  return { affiliateId, logReading: (what) => auditRead(ctx, subject, what) };
}

/** Like findCardSubject, but audits the read immediately. */
export async function resolveSubject(ctx: Context, affiliateId: number | undefined, what: ReadTarget): Promise<number> {
  const subject = await findCardSubject(ctx, affiliateId);
  await subject.logReading(what);
  return subject.affiliateId;
}
