/** A bearer token for trying the API with curl: `npm run -s token -- diver@demo.test`. It lives for an hour. */
import { openConnection } from '../src/app/connection.ts';
import { loadDemo } from '../src/app/demo.ts';
import { openServices } from '../src/app/services.ts';
import { findLivingSession, findPersonByEmail, insertSession } from '../src/features/account/server/public.ts';
import { readBrand } from '../src/platform/server/brand.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { hashToken, randomToken } from '../src/platform/server/secrets.ts';
import { findRunning, runCommand } from './connection.ts';

const lifetimeS = 3_600;

await runCommand(async () => {
  const email = process.argv[2];
  if (process.env['NODE_ENV'] === 'production') throw new Error('token: refuses to run in production');
  if (email === undefined) throw new Error('token: whose? npm run -s token -- diver@demo.test');
  const env = readEnv(process.env);
  const { connection, stop } = (await findRunning(env)) ?? (await openConnection(env));
  try {
    const services = await openServices(env, readBrand(env.BRAND_FILE), connection);
    try {
      if (env.DEMO && env.OIDC_ISSUER === undefined) await loadDemo(services);
      const { db } = services.database;
      const person = await findPersonByEmail(db, email);
      if (person === undefined) throw new Error(`token: there is nobody with the address ${email}`);
      const affiliateId = person.affiliate_id;
      const sessionId = await insertSession(db, {
        affiliate_id: affiliateId,
        origin: 'command',
        // No cookie has this secret: the session can be listed and ended, and nobody can come back to it.
        secret_hash: hashToken(randomToken()),
        refresh_token: null,
        user_agent: 'npm run token',
        ip: '',
        expires_at: new Date(Date.now() + lifetimeS * 1_000),
        confirmed_at: new Date(),
      });
      const [session] = await findLivingSession(db, affiliateId, sessionId);
      const { token } = await services.tokens.mint(
        {
          sub: person.sub,
          affiliateId,
          affiliateTypeId: person.affiliate_type_id,
          sessionId,
          isEmailVerified: session?.is_email_verified ?? false,
          // Counts as freshly confirmed for as long as it lives.
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
