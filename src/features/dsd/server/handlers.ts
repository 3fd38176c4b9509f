import type { Handlers } from '../../../platform/server/calls.ts';
import type { dsdCalls } from '../shared/contract.ts';
import * as sql from './sql.ts';

export const dsdHandlers: Handlers<typeof dsdCalls> = {
  'GET GetCheckpointData': async (ctx) => {
    const [row] = await sql.findCheckpoint(ctx.db, ctx.user.affiliateId);
    if (!row) return null;
    const { updated_at: updatedAt, ...checkpoint } = row;
    return { ...checkpoint, updatedDate: updatedAt.toISOString() };
  },
};
