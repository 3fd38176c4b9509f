import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { logChange, logReading } from '../../account/server/public.ts';
import { findRecordOf } from '../../forms/server/public.ts';
import { type Checkpoint, type dsdCalls, fail } from '../shared/contract.ts';
import { canGo, hasReached, isLongProcessed, isOther, statusOf } from '../shared/rules.ts';
import { assertNotTooYoung, demandAge, demandDiver, demandKnown, logStep } from './checks.ts';
import { guestHandlers } from './guests.ts';
import * as sql from './sql.ts';

type Asked = { store_number: number | null; member_number: number | null; status: Checkpoint['status'] };

export const dsdHandlers: Handlers<typeof dsdCalls> = {
  async 'GET GetCheckpointData'(ctx, { query }) {
    const subject = await demandDiver(ctx, query.affiliateId);
    const [row] = await sql.findCheckpoint(ctx.db, subject.affiliateId);
    await logReading(ctx, subject, 'dsd');
    return row === undefined ? null : toCheckpoint(row);
  },

  /** With the same store and professional it goes on where it was; what is long processed can be had again. */
  async 'POST CreateCheckPoint'(ctx, { body }) {
    if (hasReached(body.status, 'forms')) throw fail('dsd.out_of_turn', { path: 'status' });
    const { affiliateId } = await requireActor(ctx, body);
    const [row] = await sql.lockCheckpoint(ctx.db, affiliateId);
    if (row !== undefined && isSame(row, body) && !isLongProcessed(toCheckpoint(row), ctx.now))
      return hasReached(statusOf(row), body.status) ? toCheckpoint(row) : goOn(ctx, affiliateId, row, body);
    await assertNotTooYoung(ctx, affiliateId);
    const { store_number: store, member_number: member, status } = body;
    const [begun] = await sql.beginCheckpoint(ctx.db, affiliateId, store, member, status, ctx.now);
    return toCheckpoint(begun as sql.CheckpointRow);
  },

  async 'PUT UpdateCheckPoint'(ctx, { body }) {
    const { affiliateId } = await requireActor(ctx, body);
    const [row] = await sql.lockCheckpoint(ctx.db, affiliateId);
    if (row === undefined) throw fail('dsd.out_of_turn', { path: 'status' });
    return goOn(ctx, affiliateId, row, body);
  },

  async 'POST DsdAffiliation/CreateDdsAffiliation'(ctx, { body }) {
    const { storeNumber, memberNumber, documentId } = body;
    const { affiliateId } = await demandDiver(ctx, body.affiliateId);
    await demandKnown(ctx, storeNumber, memberNumber, { store: 'storeNumber', member: 'memberNumber' });
    const record = await findRecordOf(ctx.db, affiliateId, documentId);
    if (record === null) throw fail('dsd.unknown_document', { path: 'documentId' });
    // Whoever is named in what was signed can read it; nobody is added afterwards.
    if (storeNumber !== null && record.storeNumber !== storeNumber)
      throw fail('dsd.unknown_store', { path: 'storeNumber' });
    if (memberNumber !== null && record.memberNumber !== memberNumber)
      throw fail('dsd.unknown_member', { path: 'memberNumber' });
    await sql.insertAffiliation(ctx.db, affiliateId, documentId, storeNumber, memberNumber, ctx.now);
    return { storeNumber, memberNumber, documentId };
  },

  ...guestHandlers,
};

/** One step, if it is the diver's to take. */
async function goOn(ctx: Context, affiliateId: number, row: sql.CheckpointRow, asked: Asked): Promise<Checkpoint> {
  const from = statusOf(row);
  const to = statusOf(asked);
  if (!canGo('diver', from, to)) {
    if (hasReached(from, to)) return toCheckpoint(row);
    throw fail('dsd.out_of_turn', { path: 'status' });
  }
  // Who names nobody means whom they named before.
  const isNobody = asked.store_number === null && asked.member_number === null;
  const { store_number: store, member_number: member } = isNobody ? row : asked;
  if (to === 'forms') {
    await demandKnown(ctx, store, member, { store: 'store_number', member: 'member_number' });
    await demandAge(ctx, affiliateId);
    await logStep(ctx, affiliateId, 'dsd.affiliate', { store, member });
  }
  const [moved] = await sql.moveCheckpoint(ctx.db, affiliateId, store, member, to, ctx.now);
  return toCheckpoint(moved as sql.CheckpointRow);
}

/** Whose step it is. What a guardian does for a child is audited. */
async function requireActor(
  ctx: Context,
  { affiliateId, status }: { affiliateId?: number | undefined; status: string },
) {
  const subject = await demandDiver(ctx, affiliateId);
  if (subject.relation !== 'self') await logChange(ctx, subject, 'dsd.step_by_guardian', { status });
  return subject;
}

function isSame(row: sql.CheckpointRow, { store_number: store, member_number: member }: Asked): boolean {
  return !isOther(row, { store, member });
}

function toCheckpoint({ store_number, member_number, status, updated_at: at }: sql.CheckpointRow): Checkpoint {
  return { store_number, member_number, status, updatedDate: at.toISOString() };
}
