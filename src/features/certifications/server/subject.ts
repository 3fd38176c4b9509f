import type { Context } from '../../../platform/server/context.ts';
import { demandSubject, logReading } from '../../account/server/public.ts';

interface Whose {
  affiliateId: number;
  /** To be called once it is certain that something is shown. */
  logReading: (what: string) => Promise<void>;
}

/** Whose cards are asked for: one's own, a child's, or anybody's for staff. */
export async function findWhose(ctx: Context, affiliateId = ctx.user.affiliateId): Promise<Whose> {
  if (affiliateId === ctx.user.affiliateId) return { affiliateId, logReading: async () => undefined };
  const subject = await demandSubject(ctx, affiliateId);
  return { affiliateId, logReading: (what) => logReading(ctx, subject, what) };
}

/** The same, where a reading by another is written down at once. */
export async function subjectOf(ctx: Context, affiliateId: number | undefined, what: string): Promise<number> {
  const whose = await findWhose(ctx, affiliateId);
  await whose.logReading(what);
  return whose.affiliateId;
}
