import { errors, jwtVerify, SignJWT } from 'jose';
import { getRole, type Role } from '#platform/shared/access.ts';
import { fail } from '#platform/shared/errors.ts';
import { deriveKey } from '#platform/server/crypto/secrets.ts';

/** Who makes a call. */
export interface Principal {
  sub: string;
  affiliateId: number;
  affiliateTypeId: number;
  role: Role;
  sessionId: string;
  isEmailVerified: boolean;
  /** When the person last proved who they are in this session: by password, passkey or second factor. */
  confirmedAtMs: number | null;
}

/** A proof that is not named is not there. */
type TokenClaims = Omit<Principal, 'role' | 'isEmailVerified' | 'confirmedAtMs'> &
  Partial<Pick<Principal, 'isEmailVerified' | 'confirmedAtMs'>>;

export interface AccessTokens {
  /** For five minutes unless another lifetime, of an hour at most, is asked for. */
  mint(person: TokenClaims, lifetimeS?: number): Promise<{ token: string; expiresAt: Date }>;
  verify(token: string): Promise<Principal & { id: string; expiresAtMs: number }>;
  /** Tokens of a session that was deleted are refused from now on, not only when they expire. */
  revokeSession(sessionId: string): void;
}

/** The cause of a refusal: nobody here has signed the token. */
export class ForgedTokenError extends Error {}

export const defaultTokenLifetimeS = 300;
/** No token lives longer, so this is how long an ended session has to be remembered. */
export const maxTokenLifetimeS = 3_600;
const maxCachedTokens = 20_000;

/** Short-lived access tokens, signed by the portal. A signature is checked once and remembered until it expires. */
export function createAccessTokens(secretKeys: readonly string[], audience: string): AccessTokens {
  const keys = secretKeys.map((secret) => deriveKey(secret, 'access-token'));
  const remembered = new Map<string, Awaited<ReturnType<AccessTokens['verify']>>>();
  const revokedSessions = new Map<string, number>();

  async function check(token: string): ReturnType<AccessTokens['verify']> {
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
        // Signed with an older key, or not by us at all. The signature is checked before the expiry.
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
      let known = remembered.get(token);
      if (known === undefined || known.expiresAtMs <= Date.now()) {
        remembered.delete(token);
        known = await check(token);
        if (remembered.size >= maxCachedTokens) remembered.delete(remembered.keys().next().value as string);
        remembered.set(token, known);
      }
      if (revokedSessions.has(known.sessionId)) throw fail('session.invalid', { message: 'the session has ended' });
      return known;
    },
    revokeSession(sessionId) {
      const now = Date.now();
      for (const [id, until] of revokedSessions) if (until < now) revokedSessions.delete(id);
      revokedSessions.set(sessionId, now + maxTokenLifetimeS * 1000);
    },
  };
}
