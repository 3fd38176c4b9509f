import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { auditChange, auditRead } from '#features/account/server/public.ts';
import { findDiverRecord } from '#features/forms/server/public.ts';
import { type Checkpoint, type dsdEndpoints, fail } from '#features/dsd/shared/contract.ts';
import {
  canTransition,
  hasReached,
  canRestart,
  isDiveDate,
  isOtherProfessional,
  normalizeStatus,
} from '#features/dsd/shared/rules.ts';
import { requireMinAge, requireDiver, assertKnownProfessionals, auditStep } from './checks.ts';
import { discoverHandlers } from './discover.ts';
import { divePhotoHandlers } from './dive-photos.ts';
import { guestHandlers } from './guests.ts';
import * as queries from './queries.ts';

interface CheckpointRequest {
  store_number: number | null;
  member_number: number | null;
  status: Checkpoint['status'];
  dive_date?: string | null | undefined;
}

export const dsdHandlers: Handlers<typeof dsdEndpoints> = {
  async 'GET GetCheckpointData'(ctx, { query }) {
    const subject = await requireDiver(ctx, query.affiliateId);
    const row = await queries.findCheckpoint.first(ctx.db, { affiliateId: subject.affiliateId });
    await auditRead(ctx, subject, 'dsd');
    return row === undefined ? null : toCheckpoint(row);
  },

  /** Resumes with the same store and professional, unless the last dive was long enough ago to start over. */
  async 'POST CreateCheckPoint'(ctx, { body }) {
    if (hasReached(body.status, 'forms')) throw fail('dsd.out_of_turn', { path: 'status' });
    const { affiliateId } = await requireActor(ctx, body);
    const row = await queries.lockCheckpoint.first(ctx.db, { affiliateId });
    if (row !== undefined && isSameProfessional(row, body) && !canRestart(toCheckpoint(row), ctx.now))
      return hasReached(normalizeStatus(row), body.status)
        ? toCheckpoint(row)
        : advanceCheckpoint(ctx, affiliateId, row, body);
    await requireMinAge(ctx, affiliateId);
    const { store_number: storeNumber, member_number: memberNumber, status } = body;
    const diveOn = body.dive_date ?? null;
    const step = { affiliateId, storeNumber, memberNumber, status, diveOn, now: ctx.now };
    const started = await queries.startCheckpoint.first(ctx.db, step);
    if (started === undefined) throw new Error('startCheckpoint returned no row');
    return toCheckpoint(started);
  },

  async 'PUT UpdateCheckPoint'(ctx, { body }) {
    const { affiliateId } = await requireActor(ctx, body);
    const row = await queries.lockCheckpoint.first(ctx.db, { affiliateId });
    if (row === undefined) throw fail('dsd.out_of_turn', { path: 'status' });
    return advanceCheckpoint(ctx, affiliateId, row, body);
  },

  async 'POST DsdAffiliation/CreateDdsAffiliation'(ctx, { body }) {
    const { storeNumber, memberNumber, documentId } = body;
    const { affiliateId } = await requireDiver(ctx, body.affiliateId);
    await assertKnownProfessionals(ctx, storeNumber, memberNumber, { store: 'storeNumber', member: 'memberNumber' });
    const record = await findDiverRecord.first(ctx.db, { affiliateId, documentId });
    if (record === undefined) throw fail('dsd.unknown_document', { path: 'documentId' });
    // A professional named in the signed document can read it, so none can be added afterwards.
    if (storeNumber !== null && record.storeNumber !== storeNumber)
      throw fail('dsd.unknown_store', { path: 'storeNumber' });
    if (memberNumber !== null && record.memberNumber !== memberNumber)
      throw fail('dsd.unknown_member', { path: 'memberNumber' });
    await queries.insertAffiliation(ctx.db, { affiliateId, documentId, storeNumber, memberNumber, now: ctx.now });
    return { storeNumber, memberNumber, documentId };
  },

  ...discoverHandlers,
  ...divePhotoHandlers,
  ...guestHandlers,
};

/** Moves the checkpoint one step, if the diver may take it. */
async function advanceCheckpoint(
  ctx: Context,
  affiliateId: number,
  row: queries.CheckpointRow,
  input: CheckpointRequest,
): Promise<Checkpoint> {
  const from = normalizeStatus(row);
  const to = normalizeStatus(input);
  if (!canTransition('diver', from, to)) {
    if (hasReached(from, to)) return toCheckpoint(row);
    throw fail('dsd.out_of_turn', { path: 'status' });
  }
  // A request without numbers keeps the store and professional named before.
  const isUnnamed = input.store_number === null && input.member_number === null;
  const { store_number: storeNumber, member_number: memberNumber } = isUnnamed ? row : input;
  if (to === 'forms') {
    await assertKnownProfessionals(ctx, storeNumber, memberNumber, { store: 'store_number', member: 'member_number' });
    await requireMinAge(ctx, affiliateId);
    await auditStep(ctx, affiliateId, 'dsd.affiliate', { store: storeNumber, member: memberNumber });
  }
  const diveOn = input.dive_date === undefined ? row.dive_on : input.dive_date;
  const step = { affiliateId, storeNumber, memberNumber, status: to, diveOn, now: ctx.now };
  const updated = await queries.updateCheckpoint.first(ctx.db, step);
  if (updated === undefined) throw new Error('updateCheckpoint returned no row');
  return toCheckpoint(updated);
}

/** Resolves the diver and audits a step that a guardian takes for a child. */
async function requireActor(
  ctx: Context,
  { affiliateId, status, dive_date: diveDate }: CheckpointRequest & { affiliateId?: number | undefined },
) {
  const subject = await requireDiver(ctx, affiliateId);
  if (diveDate && !isDiveDate(diveDate, toIsoDate(ctx.now))) throw fail('dsd.dive_date', { path: 'dive_date' });
  if (subject.relation !== 'self') await auditChange(ctx, subject, 'dsd.step_by_guardian', { status });
  return subject;
}

function isSameProfessional(
  row: queries.CheckpointRow,
  { store_number: store, member_number: member }: CheckpointRequest,
): boolean {
  return !isOtherProfessional(row, { store, member });
}

function toCheckpoint(row: queries.CheckpointRow): Checkpoint {
  const { store_number, member_number, status, updated_at: at, dive_on: diveOn } = row;
  return { store_number, member_number, status, updatedDate: at.toISOString(), dive_date: diveOn };
}
