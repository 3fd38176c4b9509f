import { randomUUID } from 'node:crypto';
import type { Context } from '../../../platform/server/context.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { dayOf } from '../../account/shared/rules.ts';
import { latestDayOf } from '../../account/shared/rules.ts';
import type { MedicalStatus } from '../shared/contract.ts';
import { fail } from '../shared/error-contract.ts';
import { addMonths } from '../shared/rules.ts';
import { requireReviewable } from './clearance/confirm.ts';
import { findPendingClearance } from './clearance/sql.ts';
import { storeEvaluation } from './evaluations.ts';
import { library } from './library.ts';
import { demandUndecided } from './physician-link.ts';
import * as sql from './physician-sql.ts';
import { demandOpen, lockRecord, type OpenRecord } from './records.ts';
import type { FormUses } from './uses.ts';

/** What somebody read on a page that was uploaded. */
export interface PageReview {
  format: 1;
  id: string;
  recordId: string;
  /** The page that it is about. */
  pageId: string;
  decision: 'approved' | 'refused' | 'unclear';
  reason: string;
  /** The day that the physician wrote on it; null of one that is unclear. */
  signedOn: string | null;
  decidedBy: number;
  decidedAt: string;
}

/** By whom the form names, or by staff: never by the diver, nor by their family. */
export async function reviewPage(
  ctx: Context,
  uses: FormUses,
  recordId: string,
  { pageId, decision, reason, signedOn: given }: Pick<PageReview, 'pageId' | 'decision' | 'reason' | 'signedOn'>,
): Promise<{ medicalStatus: MedicalStatus }> {
  const { db, user, now } = ctx;
  await requireReviewable(ctx, recordId);
  const locked = await lockRecord(db, recordId);
  if (locked === null) throw failCall('not_found');
  const record = demandOpen(locked);
  const [pending] = await findPendingClearance(db, record.affiliateId, recordId);
  demandUndecided({ ...record, isConfirmationPending: pending !== undefined });
  const [page] = await sql.findNewestPage(db, record.affiliateId, recordId);
  if (record.medicalStatus !== 'review' || page === undefined) throw fail('forms.page_missing');
  if (page.id !== pageId) throw fail('forms.page_changed');
  const signedOn = decision === 'unclear' ? null : given;
  if (signedOn !== null) demandCounting(record, signedOn, now);
  const id = randomUUID();
  const decidedBy = user.affiliateId;
  const decidedAt = now.toISOString();
  const content: PageReview = { format: 1, id, recordId, pageId, decision, reason, signedOn, decidedBy, decidedAt };
  return {
    medicalStatus: await storeEvaluation(ctx, uses, record, { way: 'page', decision, decidedBy, signedOn, content }),
  };
}

/** A page counts for as long as the form itself would. */
function demandCounting({ region }: Pick<OpenRecord, 'region'>, signedOn: string, now: Date): void {
  if (signedOn > latestDayOf(now)) throw fail('forms.page_future', { path: 'signedOn' });
  const oldest = addMonths(dayOf(now), -library.termsOf(region).validMonths);
  if (signedOn < oldest) throw fail('forms.page_too_old', { path: 'signedOn' });
}
