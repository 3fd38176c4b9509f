import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Context } from '#platform/server/http/context.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import type { UploadedFile } from '#platform/shared/contract.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { fail } from '#features/forms/shared/error-contract.ts';
import { formNotices } from '#features/forms/shared/notices.ts';
import { insertBlob, storeBlobFile } from '#features/forms/server/documents/blobs.ts';
import { lockDiver } from './lock-diver.ts';
import { prepareUploadedPage } from './prepare-uploaded-page.ts';
import { assertPhysicianNeeded, requireOwnRecord } from './physician-link.ts';
import * as queries from './physician-queries.ts';
import { lockRecord } from '#features/forms/server/records/record-access.ts';
import { notifyAboutRecord } from '#features/forms/server/notifications.ts';

interface UploadedPage {
  documentId: string;
  /** Uploads with the same key are stored once. */
  key: string;
  file: UploadedFile | undefined;
}

/** Each page is large, is stored for years, and notifies those named on the form. */
const uploadLimit = { limit: 60, windowS: 3_600 };
const storedResult = { state: 'review', medicalStatus: 'review' } as const;

/**
 * Stores a page that a physician signed. It has no effect until it is reviewed. Pass the database and not a transaction:
 * the page is processed and its file stored without holding a connection.
 */
export async function storePhysicianPage(ctx: Context, { documentId, key, file }: UploadedPage) {
  const { user } = ctx;
  if (file === undefined) throw fail('forms.page_missing', { path: 'file' });
  const own = await requireOwnRecord(ctx, documentId);
  const { affiliateId } = own;
  const id = createUuidFromText(`page ${documentId} ${key}`);
  const isStored = async (connection: Db) =>
    (await queries.findBlob.first(connection, { affiliateId, recordId: documentId, id })) !== undefined;
  if (await isStored(ctx.db)) return { documentId, ...storedResult };
  // Cheap checks come before the image or PDF is processed.
  assertPhysicianNeeded(own);
  const limit = { key: `forms.page:${user.affiliateId}`, ...uploadLimit };
  const { allowed, retryAfterS } = await takeRateLimitToken(ctx.services.database.db, limit);
  if (!allowed) throw failCall('rate.limited', { retryAfterS });
  const { contentType, bytes } = await prepareUploadedPage(file);
  const stored = await storeBlobFile(ctx.services, own, bytes);
  await ctx.services.database.inTransaction(ctx.correlationId, async (db) => {
    const inTransaction = await lockDiver({ ...ctx, db }, affiliateId);
    await lockRecord(db, { id: documentId });
    // Checked again under the lock: the same page may have arrived, or the sender may no longer be a guardian.
    const record = await requireOwnRecord(inTransaction, documentId);
    if (await isStored(db)) return;
    assertPhysicianNeeded(record);
    await insertBlob(inTransaction, { record, id, kind: 'page', contentType, file: stored });
    await queries.updateMedicalStatus(db, {
      affiliateId,
      recordId: documentId,
      medicalStatus: 'review',
      now: inTransaction.now,
    });
    await appendAudit(db, {
      actor: user.affiliateId,
      action: 'forms.page_uploaded',
      subject: `person:${affiliateId}`,
      data: { documentId },
      correlationId: ctx.correlationId,
    });
    await notifyAboutRecord(inTransaction, record, {
      toNamed: { notice: formNotices.pageUploaded, key, isForReview: true },
    });
  });
  return { documentId, ...storedResult };
}
