import { appendAudit } from '../../../platform/server/audit.ts';
import type { Context } from '../../../platform/server/context.ts';
import { takeToken } from '../../../platform/server/limits.ts';
import { uuidOf } from '../../../platform/server/uuid.ts';
import type { UploadedFile } from '../../../platform/shared/contract.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { fail } from '../shared/error-contract.ts';
import { formNotices } from '../shared/notices.ts';
import { storeBlob } from './blobs.ts';
import { preparePage } from './page-check.ts';
import { demandNeeded, demandOwnRecord } from './physician-link.ts';
import * as sql from './physician-sql.ts';
import { lockRecord } from './records.ts';
import { notifyAbout } from './telling.ts';

interface UploadedPage {
  documentId: string;
  /** The same key is the same page, sent again. */
  key: string;
  file: UploadedFile | undefined;
}

/** Each is large, is kept for years, and writes to whom the form names. */
const uploads = { limit: 60, windowS: 3_600 };
const stored = { state: 'review', medicalStatus: 'review' } as const;

/** What a physician signed on paper. It says nothing yet: somebody has to look at it. */
export async function storePage(ctx: Context, { documentId, key, file }: UploadedPage) {
  const { db, user, now } = ctx;
  if (file === undefined) throw fail('forms.page_missing', { path: 'file' });
  const own = await demandOwnRecord(ctx, documentId);
  const { affiliateId } = own;
  const id = uuidOf(`page ${documentId} ${key}`);
  const isThere = async () => (await sql.findBlob(db, affiliateId, documentId, id)).length > 0;
  if (await isThere()) return { documentId, ...stored };
  // What can be refused is refused before the long work.
  demandNeeded(own);
  const limit = { key: `forms.page:${user.affiliateId}`, ...uploads };
  const { allowed, retryAfterS } = await takeToken(ctx.services.database.db, limit);
  if (!allowed) throw failCall('rate.limited', { retryAfterS });
  const { contentType, bytes } = await preparePage(file);
  await lockRecord(db, documentId);
  // As things stand after it: the same page may have come by another way, a guardian may be none any more.
  const record = await demandOwnRecord(ctx, documentId);
  if (await isThere()) return { documentId, ...stored };
  demandNeeded(record);
  await storeBlob(ctx, { record, id, kind: 'page', contentType, bytes });
  await sql.setMedicalStatus(db, affiliateId, documentId, 'review', now);
  await appendAudit(db, {
    actor: user.affiliateId,
    action: 'forms.page_uploaded',
    subject: `person:${affiliateId}`,
    data: { documentId },
    correlationId: ctx.correlationId,
  });
  await notifyAbout(ctx, record, { toNamed: { notice: formNotices.pageUploaded, key, isForReview: true } });
  return { documentId, ...stored };
}
