import { appendAudit, type AuditAction } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';

/** Guardianship changes and sign-ins of a child are part of the audit trail. */
export async function recordFamilyAudit(
  { db, correlationId }: Pick<Context, 'db' | 'correlationId'>,
  actor: number | null,
  action: AuditAction,
  affiliateId: number,
  data: Record<string, number | string | boolean | number[]> = {},
): Promise<void> {
  await appendAudit(db, { actor, action, subject: `person:${affiliateId}`, data, correlationId });
}
