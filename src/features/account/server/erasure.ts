import * as z from 'zod';
import { appendAudit } from '../../../platform/server/audit.ts';
import type { Services } from '../../../platform/server/context.ts';
import type { Db } from '../../../platform/server/db.ts';
import { deleteFilesLater } from '../../../platform/server/delete-files.ts';
import { defineJob } from '../../../platform/server/jobs.ts';
import { erasePerson } from '../../../platform/server/personal-data.ts';
import { fullNameOf } from './acting.ts';
import { claimDue, isOnlyGuardian, listDue } from './deletion.ts';
import { erasureRules, personKeys } from './erasure-rules.ts';
import { describeKept, findReader, listReaders, tellOfTheEnd } from './personal-data-mails.ts';
import { endSession } from './session.ts';
import { listSessionIds } from './sql.ts';

/** Each person in a transaction of their own: one who cannot be erased keeps nobody else from it. */
export const eraseDue = defineJob(
  'account.erase-due',
  { schema: z.object({}), cron: '47 * * * *', expireInS: 3_600, concurrency: 1 },
  async ({ services, database, log }) => {
    const failures: unknown[] = [];
    for await (const affiliateId of listDue(database.db)) {
      try {
        await database.inTransaction(`erase-${affiliateId}`, (db) => erase(services, db, affiliateId));
      } catch (error) {
        log.error({ err: error, affiliateId }, 'an account that is due was not erased');
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts were not erased`);
  },
);

async function erase(services: Services, db: Db, affiliateId: number): Promise<void> {
  const due = await claimDue(db, affiliateId);
  if (due === null) return;
  // A child may have been added or another guardian may have left since. The next hour checks again.
  if (await isOnlyGuardian(db, affiliateId, true)) return;
  const person = await findReader(db, affiliateId);
  const readers = await listReaders(db, affiliateId, due.requestedBy);
  for (const id of await listSessionIds(db, affiliateId))
    await endSession(db, { affiliate_id: affiliateId, id, sub: person.sub, email: person.email });
  const fileKeys = await erasePerson(db, await personKeys(db, person), erasureRules);
  await deleteFilesLater(db, fileKeys);
  await appendAudit(db, {
    actor: null,
    action: 'account.erased',
    subject: `person:${affiliateId}`,
    data: { requestedBy: due.requestedBy, files: fileKeys.length },
    correlationId: `erase-${affiliateId}`,
  });
  for (const reader of readers) {
    const isOwn = reader.affiliateId === affiliateId;
    await tellOfTheEnd(services, db, reader, {
      // Their own last mail does not name them: it is the only trace of them that is left.
      name: isOwn ? '' : reader.givenName,
      who: isOwn ? 'self' : 'child',
      person: isOwn ? '' : fullNameOf(person),
      kept: await describeKept(services, db, reader.language),
    });
  }
}
