import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { SecurityEventKind } from '#platform/shared/security-events.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, toJson, type Params } from '#platform/server/db/query.ts';

export interface SecurityEvent {
  kind: SecurityEventKind;
  affiliateId: number | null;
  addressHash?: string | null;
  sessionId?: string | null;
  data?: Record<string, unknown>;
}

/** The request, or its stand-in in jobs and scripts. */
type RequestOrigin = Pick<FastifyRequest, 'ip' | 'id' | 'headers'> & Partial<Pick<FastifyRequest, 'log'>>;

interface NewEvent extends Required<SecurityEvent> {
  ip: string;
  userAgent: string;
  correlationId: string;
}

const insertEvent = query((db, p: Params<NewEvent>) =>
  db.insertInto('security_log').values({
    kind: p.kind,
    affiliate_id: p.affiliateId,
    address_hash: p.addressHash,
    ip: p.ip,
    user_agent: p.userAgent,
    session_id: p.sessionId,
    data: toJson(p.data),
    correlation_id: p.correlationId,
  }),
);

/** Records an event in the transaction of its change. Failed attempts have no transaction. */
export async function recordSecurityEvent(db: Db, origin: RequestOrigin, event: SecurityEvent): Promise<void> {
  const { kind, affiliateId, addressHash = null, sessionId = null, data = {} } = event;
  const userAgent = (origin.headers['user-agent'] ?? '').slice(0, 300);
  await insertEvent(db, {
    kind,
    affiliateId,
    addressHash,
    sessionId,
    data,
    ip: origin.ip,
    userAgent,
    correlationId: origin.id,
  });
  origin.log?.info({ security: kind, affiliateId, sessionId, data, correlationId: origin.id }, 'security event');
}

export const deleteOldSecurityEvents = query((db) =>
  db.deleteFrom('security_log').where('occurred_at', '<', sql<Date>`now() - interval '12 months'`),
);
