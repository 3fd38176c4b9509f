import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { auditPageSize, type deskEndpoints } from '#features/association/shared/contract.ts';
import { listAuditEntries } from './audit-queries.ts';

export const auditHandlers: Pick<Handlers<typeof deskEndpoints>, 'GET audit'> = {
  'GET audit': async (ctx, { query: { subject, actorId = null, action, before = null } }) => {
    const rows = await listAuditEntries(ctx.db, { subject, actorId, action, before }, auditPageSize + 1);
    // Every page is audited, because reading can start at any of them.
    await appendAudit(ctx.db, {
      actor: ctx.user.affiliateId,
      action: 'audit.read',
      subject: 'audit',
      data: { subject, actorId, action, before },
      correlationId: ctx.correlationId,
    });
    const items = rows.slice(0, auditPageSize).map(({ at, ...row }) => ({ ...row, date: at.toISOString() }));
    return { items, hasMore: rows.length > auditPageSize };
  },
};
