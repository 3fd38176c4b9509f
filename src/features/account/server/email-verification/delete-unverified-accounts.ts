import { sql } from 'kysely';
import * as z from 'zod';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import type { Context } from '#platform/server/http/context.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { erasePerson, hasPersonalRows } from '#platform/server/privacy/personal-data.ts';
import { listPersonalTables } from '#platform/server/privacy/personal-tables.ts';
import {
  deleteAccount,
  listExpiredAccounts,
  lockUnverifiedAccount,
  releaseEmail,
} from '#features/identity/server/public.ts';
import { findPersonBySub } from '#features/account/server/people/queries.ts';
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
  'security_log',
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

type Caller = Pick<Context, 'db' | 'services' | 'correlationId'>;

/** Returns false if the account was verified since, or has data that must not be lost. */
async function eraseUnverifiedAccount({ db, services, correlationId }: Caller, sub: string): Promise<boolean> {
  if ((await lockUnverifiedAccount.first(db, { sub })) === undefined) return false;
  const person = await findPersonBySub.first(db, { sub });
  if (person === undefined) {
    await deleteAccount(db, { sub });
    return true;
  }
  const { affiliate_id: affiliateId } = person;
  // The address isn't part of the keys: invitations and mails to it belong to the mailbox's owner, who is not this
  // person.
  const keys = { affiliateId, sub, email: null, emailSince: null };
  const rules = services.personalData;
  const tables = await listPersonalTables(db);
  for (const table of tables) {
    const isCredential = table.columns.every(({ name }) => name !== 'affiliate_id') && hasSubColumn(table);
    if (!deletableTables.has(table.name) && !isCredential && (await hasPersonalRows(db, table, keys, rules)))
      return false;
  }
  await endSessionsExcept(db, person, null);
  const fileKeys = await erasePerson(db, keys, rules);
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

const clearPersonEmail = query((db, p: Params<{ sub: string }>) =>
  db
    .updateTable('person')
    .set((eb) => ({ email: null, version: eb('version', '+', 1) }))
    .where('sub', '=', p.sub),
);

const scheduleErasure = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .insertInto('account_deletion')
    .values({ affiliate_id: p.affiliateId, requested_by: p.affiliateId, due_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict.column('affiliate_id').doUpdateSet((eb) => ({ due_at: eb.ref('excluded.due_at') })),
    ),
);

/**
 * Closes an account that the mailbox's owner didn't create. An account with data is closed and its address freed now;
 * the data is erased within the hour like any account's, because signed forms and payments have their own retention.
 * Returns false for an account that existed before it had an address.
 */
export async function closeUnverifiedAccount(caller: Caller, sub: string): Promise<boolean> {
  if (await eraseUnverifiedAccount(caller, sub)) return true;
  const { db, correlationId } = caller;
  const person = await findPersonBySub.first(db, { sub });
  if (person === undefined || !(await releaseEmail(db, sub))) return false;
  const { affiliate_id: affiliateId } = person;
  await endSessionsExcept(db, person, null);
  await clearPersonEmail(db, { sub });
  await scheduleErasure(db, { affiliateId });
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
  async ({ database, services, log }) => {
    const failures: unknown[] = [];
    let after = lowestSub;
    for (;;) {
      const page = await listExpiredAccounts(database.db, { after, limit: pageSize });
      for (const { sub } of page) {
        after = sub;
        const correlationId = `delete-unverified-${sub}`;
        await database
          .inTransaction(correlationId, (db) => eraseUnverifiedAccount({ db, services, correlationId }, sub))
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
