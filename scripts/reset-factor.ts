/** Removes an account's second factors when no staff member can: `npm run reset-factor -- staff@example.org`. */
import { userInfo } from 'node:os';
import { findSubByEmail, resetFactors } from '#features/identity/server/public.ts';
import { findPersonByEmail } from '#features/account/server/public.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { recordSecurityEvent } from '#platform/server/auth/security-events.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database }) => {
  const email = process.argv[2];
  if (email === undefined) throw new Error('usage: npm run reset-factor -- <email address>');
  const sub = await findSubByEmail(database.db, email);
  if (sub === null) throw new Error(`no account with the email address ${email}`);
  const { hadApp, passkeys } = await database.inTransaction('reset-factor-command', async (db) => {
    const reset = await resetFactors(db, sub);
    const person = await findPersonByEmail.first(db, { email });
    const by = `command:${userInfo().username}`;
    if (person !== undefined) {
      const origin = { ip: '', id: 'reset-factor-command', headers: {} };
      const data = { by };
      await recordSecurityEvent(db, origin, { kind: 'factor.reset', affiliateId: person.affiliate_id, data });
      await appendAudit(db, {
        actor: null,
        action: 'account.factor_reset',
        subject: `person:${person.affiliate_id}`,
        data,
        correlationId: 'reset-factor-command',
      });
    }
    return reset;
  });
  console.log(`${email}: authenticator app ${hadApp ? 'removed' : 'not set up'}, passkeys removed: ${passkeys}`);
  console.log('all sessions ended; a new second factor is set up at the next sign-in');
});
