import type { Context } from '#platform/server/http/context.ts';
import { requireSubject, auditRead } from '#features/account/server/public.ts';

interface CardSubject {
  affiliateId: number;
  /** To be called once it is certain that something is shown. */
  logReading: (what: string) => Promise<void>;
}

/** Whose cards are asked for: one's own, a child's, or anybody's for staff. */
export async function findCardSubject(ctx: Context, affiliateId = ctx.user.affiliateId): Promise<CardSubject> {
  if (affiliateId === ctx.user.affiliateId) return { affiliateId, logReading: async () => undefined };
  const subject = await requireSubject(ctx, affiliateId);
  return { affiliateId, logReading: (what) => auditRead(ctx, subject, what) };
}

/** The same, where a reading by another is written down at once. */
export async function resolveSubject(ctx: Context, affiliateId: number | undefined, what: string): Promise<number> {
  const whose = await findCardSubject(ctx, affiliateId);
  await whose.logReading(what);
  return whose.affiliateId;
}
