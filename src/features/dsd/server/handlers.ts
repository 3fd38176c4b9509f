import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { findRecordOf } from '../../forms/server/public.ts';
import { type Checkpoint, type dsdCalls, fail } from '../shared/contract.ts';
import { canGo, hasReached, isLongProcessed, isOther, statusOf } from '../shared/rules.ts';
import { demandAge, demandKnown, logStep } from './checks.ts';
import { guestHandlers } from './guests.ts';
import * as sql from './sql.ts';

type Asked = { store_number: number | null; member_number: number | null; status: Checkpoint['status'] };

export const dsdHandlers: Handlers<typeof dsdCalls> = {
  async 'GET GetCheckpointData'(ctx) {
    const [row] = await sql.findCheckpoint(ctx.db, ctx.user.affiliateId);
    return row === undefined ? null : toCheckpoint(row);
  },

  /** With the same store and professional it goes on where it was; what is long processed can be had again. */
  async 'POST CreateCheckPoint'(ctx, { body }) {
    if (hasReached(body.status, 'forms')) throw fail('dsd.out_of_turn', { path: 'status' });
    const [row] = await sql.lockCheckpoint(ctx.db, ctx.user.affiliateId);
    if (row !== undefined && isSame(row, body) && !isLongProcessed(toCheckpoint(row), ctx.now))
      return hasReached(statusOf(row), body.status) ? toCheckpoint(row) : goOn(ctx, row, body);
    const { store_number: store, member_number: member, status } = body;
    const [begun] = await sql.beginCheckpoint(ctx.db, ctx.user.affiliateId, store, member, status, ctx.now);
    return toCheckpoint(begun as sql.CheckpointRow);
  },

  async 'PUT UpdateCheckPoint'(ctx, { body }) {
    const [row] = await sql.lockCheckpoint(ctx.db, ctx.user.affiliateId);
    if (row === undefined) throw fail('dsd.out_of_turn', { path: 'status' });
    return goOn(ctx, row, body);
  },

  async 'POST DsdAffiliation/CreateDdsAffiliation'(ctx, { body }) {
    const { storeNumber, memberNumber, documentId } = body;
    await demandKnown(ctx, storeNumber, memberNumber, { store: 'storeNumber', member: 'memberNumber' });
    const record = await findRecordOf(ctx.db, ctx.user.affiliateId, documentId);
    if (record === null) throw fail('dsd.unknown_document', { path: 'documentId' });
    // Whoever is named in what was signed can read it; nobody is added afterwards.
    if (storeNumber !== null && record.storeNumber !== storeNumber)
      throw fail('dsd.unknown_store', { path: 'storeNumber' });
    if (memberNumber !== null && record.memberNumber !== memberNumber)
      throw fail('dsd.unknown_member', { path: 'memberNumber' });
    await sql.insertAffiliation(ctx.db, ctx.user.affiliateId, documentId, storeNumber, memberNumber, ctx.now);
    return body;
  },

  ...guestHandlers,
};

/** One step, if it is the diver's to take. */
async function goOn(ctx: Context, row: sql.CheckpointRow, asked: Asked): Promise<Checkpoint> {
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
    await demandAge(ctx, ctx.user.affiliateId);
    await logStep(ctx, ctx.user.affiliateId, 'dsd.affiliate', { store, member });
  }
  const [moved] = await sql.moveCheckpoint(ctx.db, ctx.user.affiliateId, store, member, to, ctx.now);
  return toCheckpoint(moved as sql.CheckpointRow);
}

function isSame(row: sql.CheckpointRow, { store_number: store, member_number: member }: Asked): boolean {
  return !isOther(row, { store, member });
}

function toCheckpoint({ store_number, member_number, status, updated_at: at }: sql.CheckpointRow): Checkpoint {
  return { store_number, member_number, status, updatedDate: at.toISOString() };
}
