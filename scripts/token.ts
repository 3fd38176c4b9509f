/** Prints a bearer token for trying the API, valid for an hour: `npm run -s token -- diver@demo.test`. */
import { randomUUID } from 'node:crypto';
import { openConnection } from '#app/server/database-connection.ts';
import { loadDemo } from '#demo/load-demo.ts';
import { openServices } from '#app/server/services.ts';
import { findActiveSession, findPersonByEmail, insertSession } from '#features/account/server/public.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { readEnv } from '#platform/server/config/env.ts';
import { hashToken, randomToken } from '#platform/server/crypto/secrets.ts';
import { findRunningDatabase, runCommand } from './run-command.ts';

const lifetimeS = 3_600;

await runCommand(async () => {
  const email = process.argv[2];
  if (process.env['NODE_ENV'] === 'production') throw new Error('token: not available in production');
  if (email === undefined) throw new Error('usage: npm run -s token -- <email address>');
  const env = readEnv(process.env);
  const { connection, stop } = (await findRunningDatabase(env)) ?? (await openConnection(env));
  try {
    const services = await openServices(env, loadBrand(env.BRAND_FILE), connection);
    try {
      if (env.DEMO && env.OIDC_ISSUER === undefined) await loadDemo(services);
      const { db } = services.database;
      const person = await findPersonByEmail.first(db, { email });
      if (person === undefined) throw new Error(`token: no person with the email address ${email}`);
      const affiliateId = person.affiliate_id;
      const sessionId = randomUUID();
      await insertSession(db, {
        affiliateId,
        id: sessionId,
        origin: 'command',
        // No cookie has this secret, so the session can be listed and ended but not resumed in a browser.
        secretHash: hashToken(randomToken()),
        refreshToken: null,
        issuerSessionId: null,
        parentId: null,
        userAgent: 'npm run token',
        ip: '',
        expiresAt: new Date(Date.now() + lifetimeS * 1_000),
        confirmedAt: new Date(),
        credentialIds: [],
        hasSecondFactor: false,
      });
      const session = await findActiveSession.first(db, { affiliateId, id: sessionId });
      const { token } = await services.tokens.mint(
        {
          sub: person.sub,
          affiliateId,
          affiliateTypeId: person.affiliate_type_id,
          sessionId,
          isEmailVerified: session?.is_email_verified ?? false,
          // The identity counts as confirmed for the token's whole lifetime.
          confirmedAtMs: Date.now() + lifetimeS * 1_000,
        },
        lifetimeS,
      );
      console.log(JSON.stringify({ token, affiliateId }));
    } finally {
      await services.close();
    }
  } finally {
    await stop();
  }
});
