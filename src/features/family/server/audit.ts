import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';

/** Who may act for a child, and how it gets in, is part of the history. */
export async function recordFamilyAudit(
  { db, correlationId }: Pick<Context, 'db' | 'correlationId'>,
  actor: number | null,
  action: string,
  affiliateId: number,
  data: Record<string, number | string | boolean | number[]> = {},
): Promise<void> {
  await appendAudit(db, { actor, action, subject: `person:${affiliateId}`, data, correlationId });
}
