import { createHmac } from 'node:crypto';
import { SignJWT, type JWTPayload } from 'jose';
import { getRole, type Role } from '#domain/roles.ts';
import { fail } from '#platform/shared/errors.ts';
import { deriveKey, isSameSecret } from '#platform/server/crypto/secrets.ts';

/** The authenticated caller. */
export interface Principal {
  sub: string;
  affiliateId: number;
  affiliateTypeId: number;
  role: Role;
  sessionId: string;
  isEmailVerified: boolean;
  /** The last confirmation of identity in this session, by password, passkey or second factor. */
  confirmedAtMs: number | null;
}

/** The claims of a token. Omitted proofs count as missing. */
type TokenClaims = Omit<Principal, 'role' | 'isEmailVerified' | 'confirmedAtMs'> &
  Partial<Pick<Principal, 'isEmailVerified' | 'confirmedAtMs'>>;

type VerifiedToken = Principal & { id: string; expiresAtMs: number };

export interface AccessTokens {
  /** Issues a token for five minutes, or for `lifetimeS`, at most an hour. */
  mint(person: TokenClaims, lifetimeS?: number): Promise<{ token: string; expiresAt: Date }>;
  /** Throws if the token is invalid. */
  verify(token: string): VerifiedToken;
  /** Rejects the tokens of a deleted session immediately instead of at their expiry. */
  revokeSession(sessionId: string): void;
}

/** The cause of a `session.invalid` error: the token was not signed with any of our keys. */
export class ForgedTokenError extends Error {}

export const defaultTokenLifetimeS = 300;
/** The maximum lifetime of a token, and so the time for which revoked sessions are remembered. */
export const maxTokenLifetimeS = 3_600;
const maxCachedTokens = 20_000;

/** Short-lived access tokens, signed by the portal. Verified tokens are cached until they expire. */
export function createAccessTokens(secretKeys: readonly string[], audience: string): AccessTokens {
  const keys = secretKeys.map((secret) => deriveKey(secret, 'access-token'));
  const verifiedTokens = new Map<string, VerifiedToken>();
  const revokedSessions = new Map<string, number>();

  function verifyToken(token: string): VerifiedToken {
    const claims = keys.map((key) => readClaims(token, key)).find((found) => found !== null);
    const isOurs = claims?.aud === audience && typeof claims.exp === 'number' && claims.jti !== undefined;
    if (!isOurs || Number(claims.exp) * 1000 <= Date.now())
      throw fail('session.invalid', {
        message: 'the access token is invalid or expired',
        ...(isOurs ? {} : { cause: new ForgedTokenError() }),
      });
    const affiliateTypeId = Number(claims['type']);
    return {
      sub: String(claims.sub),
      affiliateId: Number(claims['affiliate']),
      affiliateTypeId,
      role: getRole(affiliateTypeId),
      sessionId: String(claims['sid']),
      isEmailVerified: claims['verified'] === true,
      confirmedAtMs: typeof claims['confirmed'] === 'number' ? claims['confirmed'] : null,
      id: String(claims.jti),
      expiresAtMs: Number(claims.exp) * 1000,
    };
  }

  return {
    async mint(
      { sub, affiliateId, affiliateTypeId, sessionId, isEmailVerified = false, confirmedAtMs = null },
      lifetimeS = defaultTokenLifetimeS,
    ) {
      const expiresAt = new Date(Date.now() + Math.min(lifetimeS, maxTokenLifetimeS) * 1000);
      const token = await new SignJWT({
        affiliate: affiliateId,
        type: affiliateTypeId,
        sid: sessionId,
        verified: isEmailVerified,
        confirmed: confirmedAtMs,
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject(sub)
        .setAudience(audience)
        .setJti(crypto.randomUUID())
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(keys[0] as Buffer);
      return { token, expiresAt };
    },
    verify(token) {
      let cached = verifiedTokens.get(token);
      if (cached === undefined || cached.expiresAtMs <= Date.now()) {
        verifiedTokens.delete(token);
        cached = verifyToken(token);
        if (verifiedTokens.size >= maxCachedTokens) verifiedTokens.delete(verifiedTokens.keys().next().value as string);
        verifiedTokens.set(token, cached);
      }
      if (revokedSessions.has(cached.sessionId)) throw fail('session.invalid', { message: 'the session has ended' });
      return cached;
    },
    revokeSession(sessionId) {
      const now = Date.now();
      for (const [id, until] of revokedSessions) if (until < now) revokedSessions.delete(id);
      revokedSessions.set(sessionId, now + maxTokenLifetimeS * 1000);
    },
  };
}

/**
 * The claims of a token that was signed with the key, else null. Without jose, whose Web Crypto call takes ten times as
 * long, because it runs on another thread.
 */
function readClaims(token: string, key: Buffer): JWTPayload | null {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.');
  const expected = createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url');
  if (rest.length > 0 || !isSameSecret(signature, expected)) return null;
  const { alg, crit } = parsePart(header);
  return alg === 'HS256' && crit === undefined ? parsePart(payload) : null;
}

/** Only called for signed parts, which are objects. */
function parsePart(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}
