import * as oidc from 'openid-client';
import * as z from 'zod';
import { decrypt, encrypt } from '../../../platform/server/secrets.ts';
import { defineJob } from '../../../platform/server/jobs.ts';
import { issuerOf } from './issuer.ts';
import { tokenPurpose } from './sealed.ts';
import { endSession } from './session.ts';
import * as sql from './sql.ts';

/** How long the account service's word is taken before it is asked again. */
export const issuerCheckMin = 10;

/**
 * Asks the account service whether it still stands by a session, away from any request: people do not wait for it, and
 * a service that is away for a moment signs nobody out.
 */
export const checkIssuer = defineJob(
  'account.check-issuer',
  { schema: z.object({ affiliateId: z.int(), id: z.string() }), retryLimit: 3 },
  async ({ services, database }, { affiliateId, id }) => {
    const { SECRET_KEYS: keys } = services.env;
    const [session] = await sql.findLivingSession(database.db, affiliateId, id);
    if (!session?.refresh_token) return;
    try {
      const issuer = await issuerOf(services);
      const fresh = await oidc.refreshTokenGrant(issuer, decrypt(keys, tokenPurpose, session.refresh_token));
      if (fresh.refresh_token !== undefined)
        await sql.keepRefreshToken(database.db, affiliateId, id, encrypt(keys, tokenPurpose, fresh.refresh_token));
    } catch (error) {
      if (!(error instanceof oidc.ResponseBodyError) || error.error !== 'invalid_grant') throw error;
      // Meanwhile the person may have signed out everywhere but here: this session leans on the account service no more.
      const [now] = await sql.findLivingSession(database.db, affiliateId, id);
      if (now?.refresh_token !== session.refresh_token) return;
      await database.inTransaction(id, (db) => endSession(db, session));
    }
  },
);
