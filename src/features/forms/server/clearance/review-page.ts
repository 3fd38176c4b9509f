import { randomUUID } from 'node:crypto';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { toIsoDate, latestIsoDate, addMonths } from '#platform/shared/dates.ts';
import type { MedicalStatus } from '#features/forms/shared/contract.ts';
import { fail } from '#features/forms/shared/error-contract.ts';
import { lockDiver } from './lock-diver.ts';
import { requireReviewable } from './confirm-clearance.ts';
import { findPendingClearance } from './queries.ts';
import { storeEvaluation } from './store-evaluation.ts';
import { formLibrary } from '#features/forms/server/library/form-library.ts';
import { assertUndecided } from './physician-link.ts';
import * as queries from './physician-queries.ts';
import { requireRetained, lockRecord, type RetainedRecord } from '#features/forms/server/records/record-access.ts';
import type { FormHooksByPacket } from '#features/forms/server/form-hooks.ts';

/** The reviewer's decision about an uploaded page. */
export interface PageReview {
  format: 1;
  id: string;
  recordId: string;
  /** The reviewed page. */
  pageId: string;
  decision: 'approved' | 'refused' | 'unclear';
  reason: string;
  /** The day that the physician wrote on the page; null if the page is unclear. */
  signedOn: string | null;
  decidedBy: number;
  decidedAt: string;
}

/** Allowed for those named on the form and for staff, but not for the diver or their family. */
export async function reviewPage(
  request: Context,
  hooks: FormHooksByPacket,
  recordId: string,
  {
    pageId,
    decision,
    reason,
    signedOn: signedOnInput,
  }: Pick<PageReview, 'pageId' | 'decision' | 'reason' | 'signedOn'>,
): Promise<{ medicalStatus: MedicalStatus }> {
  const ctx = await lockDiver(request, (await requireReviewable(request, recordId)).affiliateId);
  const { db, user, now } = ctx;
  const locked = await lockRecord.first(db, { id: recordId });
  if (locked === undefined) throw failCall('not_found');
  const record = requireRetained(locked);
  const { affiliateId } = record;
  const pending = await findPendingClearance.first(db, { affiliateId, recordId });
  assertUndecided({ ...record, isConfirmationPending: pending !== undefined });
  const page = await queries.findNewestPage.first(db, { affiliateId, recordId });
  if (record.medicalStatus !== 'review' || page === undefined) throw fail('forms.page_missing');
  if (page.id !== pageId) throw fail('forms.page_changed');
  const signedOn = decision === 'unclear' ? null : signedOnInput;
  if (signedOn !== null) assertPageDate(record, signedOn, now);
  const id = randomUUID();
  const decidedBy = user.affiliateId;
  const decidedAt = now.toISOString();
  const content: PageReview = { format: 1, id, recordId, pageId, decision, reason, signedOn, decidedBy, decidedAt };
  return {
    medicalStatus: await storeEvaluation(ctx, hooks, record, { way: 'page', decision, decidedBy, signedOn, content }),
  };
}

/** A page is valid as long as the form itself would be. */
function assertPageDate({ region }: Pick<RetainedRecord, 'region'>, signedOn: string, now: Date): void {
  if (signedOn > latestIsoDate(now)) throw fail('forms.page_future', { path: 'signedOn' });
  const oldest = addMonths(toIsoDate(now), -formLibrary.termsOf(region).validMonths);
  if (signedOn < oldest) throw fail('forms.page_too_old', { path: 'signedOn' });
}
