import { appendAudit } from '../../../platform/server/audit.ts';
import type { Handlers } from '../../../platform/server/calls.ts';
import { auditPageSize, type deskCalls } from '../shared/contract.ts';
import { listEntries } from './audit-sql.ts';

export const auditHandlers: Pick<Handlers<typeof deskCalls>, 'GET audit'> = {
  'GET audit': async (ctx, { query: { subject, actorId = null, action, before = null } }) => {
    const rows = await listEntries(ctx.db, { subject, actorId, action, before }, auditPageSize + 1);
    // Each page: whoever begins further down has read as well.
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
