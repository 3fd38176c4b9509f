import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#platform/server/http/context.ts';
import { getCookie, getServerCookie } from '#platform/server/http/cookies.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/config/env.ts';
import { isBackgroundRequest } from '#platform/server/auth/access.ts';
import { decrypt, encrypt, hashToken, randomToken } from '#platform/server/crypto/secrets.ts';
import { publishSessionEnd } from '#platform/server/auth/session-ended.ts';
import { defaultTokenLifetimeS } from '#platform/server/auth/access-tokens.ts';
import { isStaff } from '#domain/roles.ts';
import { staffSessionLimits } from '#platform/shared/access.ts';
import { findSessionUid, revokeSession } from '#features/identity/server/public.ts';
import type { Session } from '#features/account/shared/contract.ts';
import { contextOfToken } from '#features/account/server/encryption-purposes.ts';
import * as people from '#features/account/server/people/queries.ts';
import * as queries from './queries.ts';

const cookieName = 'session';

interface NewSession {
  affiliateId: number;
  origin: 'sign-in' | 'link';
  refreshToken?: string | undefined;
  issuerSessionId?: string | null;
  /** The session whose token it was made from. */
  parentId?: string;
  lifetimeMs?: number;
  /** When the person proved their identity, if that was at a sign-in. */
  confirmedAt?: Date | null;
  isStaff?: boolean;
  /** The passkey or authenticator app it was opened with. */
  credentialIds?: string[];
  /** Whether the person proved two factors at the start. Required for staff. */
  hasSecondFactor?: boolean;
}

export async function startSession(
  services: Services,
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  session: NewSession,
): Promise<string> {
  const { env } = services;
  const { affiliateId, origin, refreshToken, issuerSessionId = null, parentId, confirmedAt = null } = session;
  const { isStaff = false } = session;
  const maxHours = isStaff ? Math.min(env.SESSION_MAX_HOURS, staffSessionLimits.maxHours) : env.SESSION_MAX_HOURS;
  const lifetimeMs = session.lifetimeMs ?? maxHours * 3_600_000;
  // The previous session on this browser ends, because its tabs must not turn into another person's.
  const former = await findCurrentSession(env, db, request);
  if (former) await endSession(db, former);
  const secret = randomToken();
  const id = randomUUID();
  await queries.insertSession(db, {
    affiliateId,
    id,
    origin,
    secretHash: hashToken(secret),
    refreshToken:
      refreshToken === undefined ? null : encrypt(env.SECRET_KEYS, contextOfToken(affiliateId, id), refreshToken),
    issuerSessionId,
    parentId: parentId ?? null,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    ip: request.ip,
    expiresAt: new Date(Date.now() + lifetimeMs),
    confirmedAt,
    credentialIds: session.credentialIds ?? [],
    hasSecondFactor: session.hasSecondFactor ?? false,
  });
  const { name, attributes } = getServerCookie(env, request, cookieName);
  reply.setCookie(name, `${affiliateId}.${secret}`, { ...attributes, maxAge: Math.floor(lifetimeMs / 1000) });
  return id;
}

/** Returns the open session of this browser's cookie. */
export async function findCurrentSession(
  env: Env,
  db: Db,
  request: FastifyRequest,
): Promise<queries.SessionRow | undefined> {
  const cookie = readSessionCookie(env, request);
  if (cookie === null) return undefined;
  return queries.findSession.first(db, {
    ...cookie,
    idleMin: env.SESSION_IDLE_MIN,
    isBackground: isBackgroundRequest(request),
  });
}

/** Returns the session of the cookie even if it has ended or was replaced since. */
export async function findSessionByCookie(
  env: Env,
  db: Db,
  request: FastifyRequest,
): Promise<queries.CookieSession | undefined> {
  const cookie = readSessionCookie(env, request);
  if (cookie === null) return undefined;
  return queries.findCookieSession.first(db, cookie);
}

function readSessionCookie(env: Env, request: FastifyRequest): { affiliateId: number; secretHash: string } | null {
  const [affiliateId, secret] = (getCookie(request, getServerCookie(env, request, cookieName).name) ?? '').split('.');
  if (!secret || !/^\d{1,15}$/.test(affiliateId ?? '')) return null;
  return { affiliateId: Number(affiliateId), secretHash: hashToken(secret) };
}

export function clearSessionCookie(env: Env, request: FastifyRequest, reply: FastifyReply): void {
  const { name, attributes } = getServerCookie(env, request, cookieName);
  reply.clearCookie(name, attributes);
}

export type SessionWithPerson = people.PersonRow &
  Pick<
    queries.SessionRow,
    'id' | 'deletion_due_at' | 'has_courses' | 'confirmed_at' | 'is_email_verified' | 'last_seen_at' | 'created_at'
  >;

export async function describeSession(services: Services, row: SessionWithPerson): Promise<Session> {
  const {
    id,
    sub,
    deletion_due_at: dueAt,
    has_courses: hasCourses,
    confirmed_at: confirmedAt,
    is_email_verified: isEmailVerified,
    last_seen_at: lastSeenAt,
    created_at: createdAt,
    ...user
  } = row;
  const { token, expiresAt } = await services.tokens.mint(
    {
      sub,
      affiliateId: user.affiliate_id,
      affiliateTypeId: user.affiliate_type_id,
      sessionId: id,
      isEmailVerified,
      confirmedAtMs: confirmedAt?.getTime() ?? null,
    },
    isStaff(user.affiliate_type_id) ? getStaffTokenLifetimeS(lastSeenAt, createdAt) : undefined,
  );
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

/** A staff token ends with the idle and the absolute limit of its session, not up to five minutes later. */
function getStaffTokenLifetimeS(lastSeenAt: Date, createdAt: Date): number {
  const endsAtMs = Math.min(
    lastSeenAt.getTime() + staffSessionLimits.idleMin * 60_000,
    createdAt.getTime() + staffSessionLimits.maxHours * 3_600_000,
  );
  return Math.max(1, Math.min(defaultTokenLifetimeS, Math.ceil((endsAtMs - Date.now()) / 1_000)));
}

interface SessionToEnd {
  affiliate_id: number;
  id: string;
  sub: string;
  email: string | null;
}

/** Ends a session and those made from its tokens: tabs are notified, then tokens are rejected and streams close. */
export async function endSession(db: Db, session: SessionToEnd): Promise<void> {
  const { affiliate_id: affiliateId, sub, email } = session;
  const children = await queries.endSession(db, { affiliateId, id: session.id });
  for (const id of new Set([session.id, ...children.map((child) => child.id)]))
    await publishSessionEnd(db, id, { sub, email });
}

/**
 * Signs a browser out of the portal and our account service in one transaction, with every session that other tabs made
 * from the same sign-in.
 */
export async function endSignIn(
  services: Services,
  db: Db,
  session: Omit<queries.CookieSession, 'origin'>,
): Promise<void> {
  const issuerSessionId = await findIssuerSessionId(services.env, db, session);
  if (issuerSessionId !== null) {
    await queries.lockIssuerSession(db, { issuerSessionId });
    if (services.env.OIDC_ISSUER === undefined) await revokeSession(db, { uid: issuerSessionId });
  }
  await endSession(db, session);
  if (issuerSessionId === null) return;
  for (const other of await queries.listIssuerSessions(db, { issuerSessionId })) await endSession(db, other);
}

async function findIssuerSessionId(
  env: Env,
  db: Db,
  {
    affiliate_id: affiliateId,
    id,
    issuer_session_id: known,
    refresh_token: encryptedToken,
  }: Pick<queries.CookieSession, 'affiliate_id' | 'id' | 'issuer_session_id' | 'refresh_token'>,
): Promise<string | null> {
  if (known !== null || encryptedToken === null || env.OIDC_ISSUER !== undefined) return known;
  return findSessionUid(db, decrypt(env.SECRET_KEYS, contextOfToken(affiliateId, id), encryptedToken));
}
