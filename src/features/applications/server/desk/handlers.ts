import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail, type applicationEndpoints } from '#features/applications/shared/contract.ts';
import { type Action, undoWindowMs } from '#features/applications/shared/steps.ts';
import { assertLevelNotHeld } from '#features/applications/server/drafts/create-draft.ts';
import { assertComplete } from '#features/applications/server/requirements/assert-complete.ts';
import { listOpenApplications, lockApplicant } from '#features/applications/server/drafts/queries.ts';
import { findApplication, lockApplication } from '#features/applications/server/find-application.ts';
import { type ApplicationRow, findStepByKey, updateFee } from '#features/applications/server/queries.ts';
import { isStepTaken } from '#features/applications/server/review/take-step.ts';
import { performStep, isAlreadyDone } from '#features/applications/server/review/perform-step.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';
import { loadApplicationView } from '#features/applications/server/view/application-view.ts';

type Endpoints = 'POST Applications/{id}/approve' | 'POST Applications/{id}/reject' | 'POST Applications/{id}/undo';

export const deskHandlers: Pick<Handlers<typeof applicationEndpoints>, Endpoints> = {
  'POST Applications/{id}/approve': async (ctx, { params: { id }, body }) => {
    const found = await lockApplication(ctx, id);
    const step = { action: 'approve', ...body } as const;
    if (await isAlreadyDone(ctx, found, step)) return loadApplicationView(ctx, found);
    const { row } = found;
    const type = findApplicationType(row.typeId);
    const { facts, cards } = await assertComplete(ctx, row, 'certify');
    assertLevelNotHeld(type, cards);
    await updateFee(ctx.db, { affiliateId: row.affiliateId, id, ...type.fee });
    return performStep(ctx, found, { ...step, facts });
  },

  'POST Applications/{id}/reject': async (ctx, { params: { id }, body }) => {
    const found = await lockApplication(ctx, id);
    const step = { action: 'reject', ...body } as const;
    return (await isAlreadyDone(ctx, found, step)) ? loadApplicationView(ctx, found) : performStep(ctx, found, step);
  },

  'POST Applications/{id}/undo': async (ctx, { params: { id }, body: { key, of } }) => {
    const { row } = await findApplication(ctx, id);
    // Locks the person before the application, in the same order as a payment does, to avoid deadlocks.
    await lockApplicant(ctx.db, { affiliateId: row.affiliateId });
    const found = await lockApplication(ctx, id);
    if (await isStepTaken(ctx, found.row, 'undo', key)) return loadApplicationView(ctx, found);
    await assertUndoable(ctx, found.row, of);
    await assertNoOtherOpen(ctx, found.row);
    return performStep(ctx, found, { action: 'undo', key });
  },
};

const decisions: readonly Action[] = ['approve', 'send_back', 'reject'];

/** Allows undoing only the user's own decision, while it is the last step and before people are notified. */
async function assertUndoable({ db, user }: Context, row: ApplicationRow, of: string): Promise<void> {
  const taken = await findStepByKey.first(db, { affiliateId: row.affiliateId, applicationId: row.id, id: of });
  const isOwn = taken?.byId === user.affiliateId && decisions.some((action) => action === taken.action);
  // Uses the current time, not the start of the request: the request may have waited for the lock until people were
  // notified.
  const isFresh = taken !== undefined && Date.now() - taken.at.getTime() <= undoWindowMs;
  // Changes the applicant made after the return are unsigned, so the former signed state can't be restored.
  const isAsDecided = taken?.at.getTime() === row.updatedAt.getTime();
  if (!isOwn || !isFresh || !taken.isLast || !isAsDecided) throw fail('applications.too_late');
}

/** A rejected applicant may have started another application before being notified; only one may be open at a time. */
async function assertNoOtherOpen({ db }: Context, { id, affiliateId, typeId }: ApplicationRow): Promise<void> {
  const open = await listOpenApplications(db, { affiliateId, typeId });
  if (open.some((application) => application.id !== id)) throw fail('applications.too_late');
}
