import { errors, jwtVerify, SignJWT } from 'jose';
import { getRole, type Role } from '#domain/roles.ts';
import { fail } from '#platform/shared/errors.ts';
import { deriveKey } from '#platform/server/crypto/secrets.ts';

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

export interface AccessTokens {
  /** Issues a token for five minutes, or for `lifetimeS`, at most an hour. */
  mint(person: TokenClaims, lifetimeS?: number): Promise<{ token: string; expiresAt: Date }>;
  verify(token: string): Promise<Principal & { id: string; expiresAtMs: number }>;
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
  const verifiedTokens = new Map<string, Awaited<ReturnType<AccessTokens['verify']>>>();
  const revokedSessions = new Map<string, number>();

  async function verifySignature(token: string): ReturnType<AccessTokens['verify']> {
    let isOurs = false;
    for (const key of keys) {
      try {
        const { payload } = await jwtVerify(token, key, {
          audience,
          algorithms: ['HS256'],
          requiredClaims: ['exp', 'jti'],
        });
        const affiliateTypeId = Number(payload['type']);
        return {
          sub: String(payload.sub),
          affiliateId: Number(payload['affiliate']),
          affiliateTypeId,
          role: getRole(affiliateTypeId),
          sessionId: String(payload['sid']),
          isEmailVerified: payload['verified'] === true,
          confirmedAtMs: typeof payload['confirmed'] === 'number' ? payload['confirmed'] : null,
          id: String(payload.jti),
          expiresAtMs: Number(payload.exp) * 1000,
        };
      } catch (error) {
        // jose checks the signature before the expiry, so an expired token was signed by us.
        if (error instanceof errors.JWTExpired) isOurs = true;
      }
    }
    throw fail('session.invalid', {
      message: 'the access token is forged or expired',
      ...(isOurs ? {} : { cause: new ForgedTokenError() }),
    });
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
    async verify(token) {
      let cached = verifiedTokens.get(token);
      if (cached === undefined || cached.expiresAtMs <= Date.now()) {
        verifiedTokens.delete(token);
        cached = await verifySignature(token);
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
