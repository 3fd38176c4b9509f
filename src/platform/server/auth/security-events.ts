import type { FastifyRequest } from 'fastify';
import type { SecurityEventKind } from '#platform/shared/security-events.ts';
import { statement, type Db } from '#platform/server/db/database.ts';

export interface SecurityEvent {
  kind: SecurityEventKind;
  affiliateId: number | null;
  addressHash?: string | null;
  sessionId?: string | null;
  data?: Record<string, unknown>;
}

/** The request, or its stand-in in jobs and scripts. */
type RequestOrigin = Pick<FastifyRequest, 'ip' | 'id' | 'headers'> & Partial<Pick<FastifyRequest, 'log'>>;

const insertEvent = statement<
  unknown,
  [
    kind: string,
    affiliateId: number | null,
    addressHash: string | null,
    ip: string,
    userAgent: string,
    sessionId: string | null,
    data: string,
    correlationId: string,
  ]
>(`
  insert into security_event (kind, affiliate_id, address_hash, ip, user_agent, session_id, data, correlation_id)
  values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8)`);

/** Records an event in the transaction of its change. Failed attempts have no transaction. */
export async function recordSecurityEvent(db: Db, origin: RequestOrigin, event: SecurityEvent): Promise<void> {
  await insertEvent(
    db,
    event.kind,
    event.affiliateId,
    event.addressHash ?? null,
    origin.ip,
    (origin.headers['user-agent'] ?? '').slice(0, 300),
    event.sessionId ?? null,
    JSON.stringify(event.data ?? {}),
    origin.id,
  );
  const { kind, affiliateId, sessionId = null, data = {} } = event;
  origin.log?.info({ security: kind, affiliateId, sessionId, data, correlationId: origin.id }, 'security event');
}
