import type { Handlers } from '#platform/server/http/endpoints.ts';
import { fail as failAnywhere } from '#platform/shared/errors.ts';
import { auditRead } from '#features/account/server/public.ts';
import { fail, type applicationEndpoints } from '#features/applications/shared/contract.ts';
import { canEdit } from '#features/applications/shared/policy.ts';
import { getTurn } from '#features/applications/shared/steps.ts';
import { createDraft } from './create-draft.ts';
import * as queries from './queries.ts';
import { mergeContent } from './merge-content.ts';
import { findApplication, lockApplication } from '#features/applications/server/find-application.ts';
import { isSnapshotOutdated, storeSnapshot } from '#features/applications/server/requirements/snapshot.ts';
import { addressHandlers } from './teaching-address.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';
import { loadFee } from '#features/applications/server/payment/fee.ts';
import { loadViewWithFacts } from '#features/applications/server/view/application-view.ts';

type Endpoints =
  | 'POST Applications'
  | 'GET Applications/{id}'
  | 'PUT Applications/{id}'
  | 'DELETE Applications/{id}'
  | 'POST Applications/{id}/restore'
  | 'GET Applications/{id}/teaching-address'
  | 'PUT Applications/{id}/teaching-address'
  | 'GET Applications/{id}/fees';

export const draftHandlers: Pick<Handlers<typeof applicationEndpoints>, Endpoints> = {
  ...addressHandlers,

  'POST Applications': async (ctx, { body: { typeId } }) => ({ id: await createDraft(ctx, typeId) }),

  'GET Applications/{id}': async (ctx, { params: { id }, query }) => {
    const found = await findApplication(ctx, id);
    const { row } = found;
    const { view, facts } = await loadViewWithFacts(ctx, found, {
      applicant: query.expandApplicant === 'true',
      instructor: query.expandInstructor === 'true',
      store: query.expandStore === 'true',
    });
    if (found.role === 'staff')
      await auditRead(ctx, { affiliateId: row.affiliateId, relation: 'staff', isMinor: false }, 'application');
    // Lists evaluate this snapshot, so it follows the current facts until the application ends.
    if (getTurn(row.state) !== null && isSnapshotOutdated(row, facts))
      await ctx.services.database.inTransaction(ctx.correlationId, (db) => storeSnapshot(db, row, facts));
    return view;
  },

  'PUT Applications/{id}': async (ctx, { params: { id }, body: { version, ...input } }) => {
    const { row, role } = await lockApplication(ctx, id);
    if (!canEdit(role, row.state)) throw fail('applications.out_of_turn');
    if (version !== row.version) throw fail('applications.changed', { path: 'version' });
    const content = await mergeContent(ctx, row, findApplicationType(row.typeId), role, input);
    const { affiliateId } = row;
    const updated = await queries.updateContent.first(ctx.db, { affiliateId, id, now: ctx.now, ...content });
    if (updated === undefined) throw new Error(`application ${id} disappeared while locked`);
    const { view, facts } = await loadViewWithFacts(ctx, { row: updated, role });
    await storeSnapshot(ctx.db, updated, facts);
    return view;
  },

  'DELETE Applications/{id}': async (ctx, { params: { id } }) => {
    // A repeated request succeeds, because the client may have lost the first response.
    const { db, now } = ctx;
    const { affiliateId } = ctx.user;
    if ((await queries.findDeletedDraft.first(db, { affiliateId, id, now })) !== undefined) return null;
    const { role } = await lockApplication(ctx, id);
    const deleted = role === 'applicant' ? await queries.deleteDraft.first(db, { affiliateId, id, now }) : undefined;
    if (deleted === undefined) throw fail('applications.out_of_turn');
    return null;
  },

  'POST Applications/{id}/restore': async ({ db, user, now }, { params: { id } }) => {
    const { affiliateId } = user;
    await queries.lockApplicant(db, { affiliateId });
    const deleted = await queries.findDeletedDraft.first(db, { affiliateId, id, now });
    if (deleted === undefined) throw failAnywhere('not_found');
    // Another application for the same level was created in the meantime.
    const { typeId } = deleted;
    if ((await queries.listOpenApplications(db, { affiliateId, typeId })).length > 0)
      throw fail('applications.out_of_turn');
    await queries.restoreDraft(db, { affiliateId, id });
    return null;
  },

  'GET Applications/{id}/fees': async (ctx, { params: { id } }) => {
    const { row } = await findApplication(ctx, id);
    return { data: { fee: await loadFee(ctx, row) } };
  },
};
