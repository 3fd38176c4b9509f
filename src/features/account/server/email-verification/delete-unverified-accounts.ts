import * as z from 'zod';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { erasePerson, hasPersonalRows } from '#platform/server/privacy/personal-data.ts';
import { listPersonalTables } from '#platform/server/privacy/personal-tables.ts';
import { releaseEmail } from '#features/identity/server/public.ts';
import { erasureRules } from '#features/account/server/personal-data/erasure-rules.ts';
import { findPersonBySub } from '#features/account/server/queries.ts';
import { endSessionsExcept } from './record-verification.ts';

/**
 * Tables whose rows don't prevent a deletion: credentials, messages to the account, settings and unfinished work. Rows
 * in any other table (signed forms, orders, codes, cards, dives, guardian links …) prevent it, including tables that
 * are added later.
 */
const deletableTables = new Set([
  'person',
  'session',
  'link_token',
  'mail_outbox',
  'security_event',
  'audit_entry',
  'notification',
  'notification_choice',
  'preference',
  'recipient',
  'consent_record',
  'billing_country',
  'mailing_address',
  'phone_number',
  'phone_change',
  'sync_event',
  'person_photo',
  'oidc_payload',
  'basket',
  'basket_line',
  'form_draft',
  'billing_country',
  'dsd_affiliation',
  'dsd_checkpoint',
  'birthdate_correction',
  'learning_step',
  'data_export',
]);

const lockUnverified = statement<{ sub: string }, [sub: string]>(`
  select sub from account where sub = $1 and email is not null and email_verified_at is null for update`);
const deleteAccount = statement<unknown, [sub: string]>('delete from account where sub = $1');
const selectExpired = statement<{ sub: string }, [after: string, limit: number]>(`
  select sub from account
  where email is not null and email_verified_at is null and delete_unverified_at < now() and sub > $1
  order by sub limit $2`);

/** Returns false if the account was verified since, or has data that must not be lost. */
async function eraseUnverifiedAccount(db: Db, sub: string, correlationId: string): Promise<boolean> {
  if ((await lockUnverified(db, sub)).length === 0) return false;
  const person = await findPersonBySub.first(db, { sub });
  if (person === undefined) {
    await deleteAccount(db, sub);
    return true;
  }
  const { affiliate_id: affiliateId } = person;
  // The address isn't part of the keys: invitations and mails to it belong to the mailbox's owner, who is not this
  // person.
  const keys = { affiliateId, sub, email: null };
  const tables = await listPersonalTables(db);
  for (const table of tables) {
    const isCredential = table.columns.every(({ name }) => name !== 'affiliate_id') && hasSubColumn(table);
    if (!deletableTables.has(table.name) && !isCredential && (await hasPersonalRows(db, table, keys, erasureRules)))
      return false;
  }
  await endSessionsExcept(db, person, null);
  const fileKeys = await erasePerson(db, keys, erasureRules);
  await enqueueFileDeletion(db, fileKeys);
  await appendAudit(db, {
    actor: null,
    action: 'account.unverified_erased',
    subject: `person:${affiliateId}`,
    data: { files: fileKeys.length },
    correlationId,
  });
  return true;
}

const clearPersonEmail = statement<unknown, [sub: string]>(
  'update person set email = null, version = version + 1 where sub = $1',
);
const scheduleErasure = statement<unknown, [affiliateId: number]>(`
  insert into account_deletion (affiliate_id, requested_by, due_at) values ($1, $1, now())
  on conflict (affiliate_id) do update set due_at = excluded.due_at`);

/**
 * Closes an account that the mailbox's owner didn't create. An account with data is closed and its address freed now;
 * the data is erased within the hour like any account's, because signed forms and payments have their own retention.
 * Returns false for an account from before email verification.
 */
export async function closeUnverifiedAccount(db: Db, sub: string, correlationId: string): Promise<boolean> {
  if (await eraseUnverifiedAccount(db, sub, correlationId)) return true;
  const person = await findPersonBySub.first(db, { sub });
  if (person === undefined || !(await releaseEmail(db, sub))) return false;
  const { affiliate_id: affiliateId } = person;
  await endSessionsExcept(db, person, null);
  await clearPersonEmail(db, sub);
  await scheduleErasure(db, affiliateId);
  await appendAudit(db, {
    actor: null,
    action: 'account.unverified_erased',
    subject: `person:${affiliateId}`,
    data: { isScheduled: true },
    correlationId,
  });
  return true;
}

/** Tables of the account service identify people by sub. */
function hasSubColumn({ columns }: { columns: readonly { name: string }[] }): boolean {
  return columns.some(({ name }) => name === 'sub');
}

const pageSize = 100;
const lowestSub = '00000000-0000-0000-0000-000000000000';

/** Each account has its own transaction, so a failed one doesn't stop the others. */
export const deleteUnverifiedAccounts = defineJob(
  'account.delete-unverified',
  { schema: z.object({}), cron: '53 3 * * *', expireInS: 3_600, concurrency: 1 },
  async ({ database, log }) => {
    const failures: unknown[] = [];
    let after = lowestSub;
    for (;;) {
      const page = await selectExpired(database.db, after, pageSize);
      for (const { sub } of page) {
        after = sub;
        const correlationId = `delete-unverified-${sub}`;
        await database
          .inTransaction(correlationId, (db) => eraseUnverifiedAccount(db, sub, correlationId))
          .catch((error: unknown) => {
            log.error({ err: error, sub }, 'deleting unverified account failed');
            failures.push(error);
          });
      }
      if (page.length < pageSize) break;
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `deleting ${failures.length} unverified accounts failed`);
  },
);
