import * as oidc from 'openid-client';
import * as z from 'zod';
import { decrypt, encrypt } from '#platform/server/crypto/secrets.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { getIssuer } from './issuer.ts';
import { contextOfToken } from '#features/account/server/encryption-purposes.ts';
import { endSession } from '#features/account/server/sessions/session.ts';
import * as queries from '#features/account/server/sessions/queries.ts';

/** How many minutes pass between checks of a session with the account service. */
export const issuerCheckMin = 10;

/**
 * Checks with the account service whether a session is still valid. It runs as a job, so no request waits for it, and
 * an outage of the service signs no one out.
 */
export const checkIssuer = defineJob(
  'account.check-issuer',
  { schema: z.object({ affiliateId: z.int(), id: z.string() }), retryLimit: 3 },
  async ({ services, database }, { affiliateId, id }) => {
    const { SECRET_KEYS: keys } = services.env;
    const session = await queries.findActiveSession.first(database.db, { affiliateId, id });
    if (!session?.refresh_token) return;
    const context = contextOfToken(affiliateId, id);
    try {
      const issuer = await getIssuer(services);
      const fresh = await oidc.refreshTokenGrant(issuer, decrypt(keys, context, session.refresh_token));
      if (fresh.refresh_token !== undefined) {
        const refreshToken = encrypt(keys, context, fresh.refresh_token);
        await queries.updateRefreshToken(database.db, { affiliateId, id, refreshToken });
      }
    } catch (error) {
      if (!(error instanceof oidc.ResponseBodyError) || error.error !== 'invalid_grant') throw error;
      // The person may have signed out all other devices since, which detaches this session from the account service.
      const now = await queries.findActiveSession.first(database.db, { affiliateId, id });
      if (now?.refresh_token !== session.refresh_token) return;
      await database.inTransaction(id, (db) => endSession(db, session));
    }
  },
);
