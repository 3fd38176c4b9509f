import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../../platform/server/context.ts';
import type { Db } from '../../../platform/server/db.ts';
import type { Env } from '../../../platform/server/env.ts';
import { sessionEndedChannel } from '../../../platform/server/graphql.ts';
import { staffSession } from '../../../platform/shared/access.ts';
import { decrypt, encrypt, hashToken, randomToken } from '../../../platform/server/secrets.ts';
import type { EndedSession, Session } from '../shared/contract.ts';
import { tokenPurpose } from './sealed.ts';
import * as sql from './sql.ts';

/**
 * A `__Host-` cookie must be secure. Browsers take one from https, and from http://localhost too; Safari alone does not,
 * and would go round between here and the account service for ever.
 */
function cookieOf(env: Env, request: FastifyRequest): { name: string; secure: boolean } {
  const { protocol, hostname } = new URL(env.BASE_URL);
  const isSafari = /^(?!.*(?:Chrome|Chromium|Android)).*Safari/.test(request.headers['user-agent'] ?? '');
  const secure = protocol === 'https:' || (hostname === 'localhost' && !isSafari);
  return { name: secure ? '__Host-session' : 'session', secure };
}

interface NewSession {
  affiliateId: number;
  origin: 'sign-in' | 'link';
  refreshToken?: string | undefined;
  idToken?: string | undefined;
  lifetimeMs?: number;
  /** When the person proved who they are, where that was at a sign-in. */
  confirmedAt?: Date | null;
  isStaff?: boolean;
}

export async function startSession(
  services: Services,
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  session: NewSession,
): Promise<string> {
  const { env } = services;
  const { affiliateId, origin, refreshToken, idToken, confirmedAt = null, isStaff = false } = session;
  const maxHours = isStaff ? Math.min(env.SESSION_MAX_HOURS, staffSession.maxHours) : env.SESSION_MAX_HOURS;
  const lifetimeMs = session.lifetimeMs ?? maxHours * 3_600_000;
  // Whoever was signed in on this browser is not any more; a tab of theirs must not turn into somebody else's.
  const former = await sessionOf(env, db, request);
  if (former) await endSession(services, db, former);
  const secret = randomToken();
  const seal = (text: string | undefined) => (text === undefined ? null : encrypt(env.SECRET_KEYS, tokenPurpose, text));
  const id = await sql.insertSession(db, {
    affiliate_id: affiliateId,
    origin,
    secret_hash: hashToken(secret),
    refresh_token: seal(refreshToken),
    id_token: seal(idToken),
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    ip: request.ip,
    expires_at: new Date(Date.now() + lifetimeMs),
    confirmed_at: confirmedAt,
  });
  const { name, secure } = cookieOf(env, request);
  reply.setCookie(name, `${affiliateId}.${secret}`, {
    path: '/',
    httpOnly: true,
    secure,
    sameSite: 'lax',
    maxAge: Math.floor(lifetimeMs / 1000),
  });
  return id;
}

/** The session that the cookie of this browser stands for. */
export async function sessionOf(env: Env, db: Db, request: FastifyRequest): Promise<sql.SessionRow | undefined> {
  const [affiliateId, secret] = (request.cookies[cookieOf(env, request).name] ?? '').split('.');
  if (!secret || !/^\d{1,15}$/.test(affiliateId ?? '')) return undefined;
  const [row] = await sql.findSession(db, Number(affiliateId), hashToken(secret), env.SESSION_IDLE_MIN);
  return row;
}

export function clearSessionCookie(env: Env, request: FastifyRequest, reply: FastifyReply): void {
  const { name, secure } = cookieOf(env, request);
  reply.clearCookie(name, { path: '/', httpOnly: true, secure, sameSite: 'lax' });
}

export type DescribedRow = sql.PersonRow &
  Pick<sql.SessionRow, 'id' | 'deletion_due_at' | 'has_courses' | 'confirmed_at' | 'is_email_verified'>;

export async function describeSession(services: Services, row: DescribedRow): Promise<Session> {
  const {
    id,
    sub,
    deletion_due_at: dueAt,
    has_courses: hasCourses,
    confirmed_at: confirmedAt,
    is_email_verified: isEmailVerified,
    ...user
  } = row;
  const { token, expiresAt } = await services.tokens.mint({
    sub,
    affiliateId: user.affiliate_id,
    affiliateTypeId: user.affiliate_type_id,
    sessionId: id,
    isEmailVerified,
    confirmedAtMs: confirmedAt?.getTime() ?? null,
  });
  return {
    sub,
    email: user.email,
    logout: false,
    token,
    token_expires_at: expiresAt.toISOString(),
    deletion_due_at: dueAt?.toISOString() ?? null,
    has_courses: hasCourses,
    email_verified: isEmailVerified,
    user,
  };
}

/** What the tabs of one browser listen to. */
export function endedChannel(sessionId: string): string {
  return `session.ended:${sessionId}`;
}

interface EndingSession {
  affiliate_id: number;
  id: string;
  sub: string;
  email: string | null;
}

/** Ends a session everywhere: its tabs are told, then its tokens are refused and its streams close. */
export async function endSession(services: Services, db: Db, session: EndingSession): Promise<void> {
  const { affiliate_id: affiliateId, id, sub, email } = session;
  await sql.endSession(db, affiliateId, id);
  const ended: EndedSession = { sub, email, logout: true, redirect_uri: null };
  await services.pubsub.publish(db, endedChannel(id), ended);
  await services.pubsub.publish(db, sessionEndedChannel, { id });
}

export function idTokenOf(env: Env, row: sql.SessionRow): string | undefined {
  return row.id_token === null ? undefined : decrypt(env.SECRET_KEYS, tokenPurpose, row.id_token);
}
