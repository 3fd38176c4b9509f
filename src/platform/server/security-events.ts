import type { FastifyRequest } from 'fastify';
import { statement, type Db } from './db.ts';

/** Stored names: they are searched at the desk and translated as `account.activity.<kind>`. */
export const securityEventKinds = [
  'sign_in.succeeded',
  'sign_in.failed',
  'sign_in.second_factor_failed',
  'sign_out',
  'session.created_from_token',
  'session.ended_elsewhere',
  'token.forged',
  'call.refused',
  'password.changed',
  'password.reset',
  'email.verified',
  'email.corrected',
  'email.reverted',
  'passkey.added',
  'passkey.removed',
  'factor.added',
  'factor.removed',
  'factor.reset',
  'recovery_code.used',
  'identity.confirmed',
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

export interface SecurityEvent {
  kind: SecurityEventKind;
  affiliateId: number | null;
  addressHash?: string | null;
  sessionId?: string | null;
  data?: Record<string, unknown>;
}

type Origin = Pick<FastifyRequest, 'ip' | 'id' | 'headers'>;

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

/** Pass the transaction of the change it belongs to; a failed attempt has none and is written by itself. */
export async function recordSecurityEvent(db: Db, origin: Origin, event: SecurityEvent): Promise<void> {
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
}
