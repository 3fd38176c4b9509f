import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import type { UploadedFile } from '#platform/shared/contract.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { fail } from '#features/forms/shared/error-contract.ts';
import { formNotices } from '#features/forms/shared/notices.ts';
import { storeBlob } from '#features/forms/server/documents/blobs.ts';
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

/** Stores a page that a physician signed. It has no effect until it is reviewed. */
export async function storePhysicianPage(ctx: Context, { documentId, key, file }: UploadedPage) {
  const { db, user, now } = ctx;
  if (file === undefined) throw fail('forms.page_missing', { path: 'file' });
  const own = await requireOwnRecord(ctx, documentId);
  const { affiliateId } = own;
  const id = createUuidFromText(`page ${documentId} ${key}`);
  const isStored = async () =>
    (await queries.findBlob.first(db, { affiliateId, recordId: documentId, id })) !== undefined;
  if (await isStored()) return { documentId, ...storedResult };
  // Cheap checks come before the image or PDF is processed.
  assertPhysicianNeeded(own);
  const limit = { key: `forms.page:${user.affiliateId}`, ...uploadLimit };
  const { allowed, retryAfterS } = await takeRateLimitToken(ctx.services.database.db, limit);
  if (!allowed) throw failCall('rate.limited', { retryAfterS });
  const { contentType, bytes } = await prepareUploadedPage(file);
  await lockRecord(db, { id: documentId });
  // Checked again under the lock: the same page may have arrived, or the sender may no longer be a guardian.
  const record = await requireOwnRecord(ctx, documentId);
  if (await isStored()) return { documentId, ...storedResult };
  assertPhysicianNeeded(record);
  await storeBlob(ctx, { record, id, kind: 'page', contentType, bytes });
  await queries.updateMedicalStatus(db, { affiliateId, recordId: documentId, medicalStatus: 'review', now });
  await appendAudit(db, {
    actor: user.affiliateId,
    action: 'forms.page_uploaded',
    subject: `person:${affiliateId}`,
    data: { documentId },
    correlationId: ctx.correlationId,
  });
  await notifyAboutRecord(ctx, record, { toNamed: { notice: formNotices.pageUploaded, key, isForReview: true } });
  return { documentId, ...storedResult };
}
