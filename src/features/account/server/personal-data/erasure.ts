import * as z from 'zod';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { erasePerson } from '#platform/server/privacy/personal-data.ts';
import { formatFullName } from '#features/account/server/people/subject.ts';
import { isOnlyGuardian, listDueDeletions, lockDueDeletion } from './deletion.ts';
import { loadPersonKeys } from './erasure-rules.ts';
import { describeRetainedData, findRecipient, listRecipients, sendErasureMail } from './notifications.ts';
import { endSession } from '#features/account/server/sessions/session.ts';
import { listOpenSessions } from '#features/account/server/sessions/queries.ts';

/** Each person has their own transaction, so a failed erasure doesn't stop the others. */
export const eraseDueAccounts = defineJob(
  'account.erase-due',
  { schema: z.object({}), cron: '47 * * * *', expireInS: 3_600, concurrency: 1 },
  async ({ services, database, log }) => {
    const failures: unknown[] = [];
    for await (const affiliateId of listDueDeletions(database.db)) {
      try {
        await database.inTransaction(`erase-${affiliateId}`, (db) => eraseAccount(services, db, affiliateId));
      } catch (error) {
        log.error({ err: error, affiliateId }, 'account erasure failed');
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `erasing ${failures.length} accounts failed`);
  },
);

async function eraseAccount(services: Services, db: Db, affiliateId: number): Promise<void> {
  const due = await lockDueDeletion.first(db, { affiliateId });
  if (due === undefined) return;
  // A child may have been added, or another guardian may have left, since. The next run checks again.
  if (await isOnlyGuardian(db, affiliateId, true)) return;
  const person = await findRecipient(db, affiliateId);
  const readers = await listRecipients(db, affiliateId, due.requestedBy);
  for (const { id } of await listOpenSessions(db, { affiliateId }))
    await endSession(db, { affiliate_id: affiliateId, id, sub: person.sub, email: person.email });
  const fileKeys = await erasePerson(db, await loadPersonKeys(db, person), services.personalData);
  await enqueueFileDeletion(db, fileKeys);
  await appendAudit(db, {
    actor: null,
    action: 'account.erased',
    subject: `person:${affiliateId}`,
    data: { requestedBy: due.requestedBy, files: fileKeys.length },
    correlationId: `erase-${affiliateId}`,
  });
  for (const reader of readers) {
    const isOwn = reader.affiliateId === affiliateId;
    await sendErasureMail(services, db, reader, {
      // The person's own last mail contains no name, because it is the only remaining trace.
      name: isOwn ? '' : reader.givenName,
      who: isOwn ? 'self' : 'child',
      person: isOwn ? '' : formatFullName(person),
      kept: await describeRetainedData(services, db, reader.language),
    });
  }
}
