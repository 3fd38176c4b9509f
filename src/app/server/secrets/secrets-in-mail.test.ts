import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { loadExportKeys } from '#features/account/server/personal-data/erasure-rules.ts';
import { listExportedTables } from '#platform/server/privacy/personal-data.ts';
import { createFamilyFixture, familyIds } from '#test/support/api/family-testing.ts';
import { createFormsFixture } from '#test/support/api/forms-testing.ts';
import { signUp, verifyEmail } from '#test/support/api/sign-up-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { services } = portal;
const { db, pool } = services.database;
const family = createFamilyFixture(portal);
const forms = createFormsFixture(portal);
const own = { origin: portal.env.BASE_URL };

async function readMails(): Promise<{ subject: string; text: string }[]> {
  return (await pool.query<{ subject: string; text: string }>('select subject, text from mail_outbox')).rows;
}

/** Codes and the tokens of links, as they are in the texts of mails. */
function listSecrets(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(/(?<![\w-])(?:[\w-]{43}|\d{6})(?![\w-])/g) ?? []))];
}

/** All tables, those of the job queue too, but not their partitions. */
async function listTables(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  return rows.map(({ name }) => name);
}

describe('the secrets of mails', () => {
  it('are in the text of the mail only: not in subjects, jobs, notifications, the audit log or any other table', async () => {
    await pool.query('delete from mail_outbox');
    await signUp(portal, 'noor@example.test');
    const reset = { email: 'diver@demo.test' };
    await portal.app.inject({ method: 'POST', url: '/sso/forgot', headers: own, payload: reset });
    await family.call(familyIds.adaeze, 'POST', '/api/family/Invites', {
      affiliateId: familyIds.ida,
      email: 'someone@example.test',
    });
    const record = await forms.submit('diver', {}, { 'medical.q10': 'yes' });
    const link = `/api/forms/Records/${record}/physician-link`;
    await portal.request('diver@demo.test', 'POST', link, { email: 'dr@example.test' });
    await pool.query(
      `insert into access_code (code, package_id, certification_name, holder_affiliate_id)
       values ('ABCD-EFGH-JKLM', 'deep', 'Deep Diver', $1)`,
      [familyIds.diver],
    );
    const share = '/api/certifications/codes/ABCD-EFGH-JKLM/share';
    await portal.request('diver@demo.test', 'POST', share, { email: 'student@demo.test' });
    const mails = await readMails();
    const secrets = listSecrets(mails.map(({ text }) => text));
    expect(mails).toHaveLength(5);
    // A code, and links to verify, reset, decide and claim.
    expect(secrets.length).toBeGreaterThanOrEqual(5);
    const found: string[] = [];
    // Six digits can also be a part of an id, or the microseconds of a time.
    for (const table of await listTables())
      for (const secret of secrets) {
        const rows = await sql<{ found: boolean }>`
          select true as found from ${sql.raw(table)} t
          where (to_jsonb(t) ${sql.raw(table === 'public.mail_outbox' ? "- 'text' - 'html'" : '')})::text
            ~ ${`(?<![\\w.-])${secret}(?![\\w-])`} limit 1`.execute(db);
        if (rows.rows.length > 0) found.push(`${table} contains ${secret}`);
      }
    expect(found).toEqual([]);
  });
});

describe('an account whose address is not verified', () => {
  it('exports nothing', async () => {
    const attacker = await signUp(portal, 'amara@example.test');
    const answer = await attacker.call('POST', `/api/account/user/${attacker.affiliateId}/exports`, {});
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([403, 'identity.email_unverified']);
  });

  it('exports no mail that was sent to its address before it was verified', async () => {
    const email = 'kenji@example.test';
    const insertMail = (subject: string) =>
      pool.query(`insert into mail_outbox (to_address, locale, subject, text, html) values ($1, 'en-US', $2, '', '')`, [
        email,
        subject,
      ]);
    await insertMail('To the owner before');
    const person = await signUp(portal, email);
    await verifyEmail(portal, person);
    await insertMail('To the owner since');
    const { rows } = await pool.query<{ sub: string }>('select sub from person where affiliate_id = $1', [
      person.affiliateId,
    ]);
    const keys = await loadExportKeys(db, { affiliateId: person.affiliateId, sub: rows[0]?.sub ?? '' });
    const tables = await listExportedTables(db, keys, services.personalData.lookups, portal.env.SECRET_KEYS);
    const mails = await Array.fromAsync(tables.find(({ name }) => name === 'mail_outbox')?.rows ?? []);
    const subjects = mails.map(({ values }) => values['subject']);
    expect(subjects).toContain('To the owner since');
    expect(subjects).not.toContain('To the owner before');
  });
});
