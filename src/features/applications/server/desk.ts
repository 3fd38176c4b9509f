import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { fail, type applicationCalls } from '../shared/contract.ts';
import { type Action, undoMs } from '../shared/steps.ts';
import { demandLevelMissing } from './beginning.ts';
import { demandComplete } from './completeness.ts';
import { findOpen, lockApplicant } from './draft-sql.ts';
import { findApplication, lockApplication } from './finding.ts';
import { type ApplicationRow, findStepTaken, setFee } from './sql.ts';
import { wasTaken } from './stepping.ts';
import { goOn, isDone } from './taking.ts';
import { findType } from './types.ts';
import { viewApplication } from './view.ts';

type Calls = 'POST Applications/{id}/approve' | 'POST Applications/{id}/reject' | 'POST Applications/{id}/undo';

export const deskHandlers: Pick<Handlers<typeof applicationCalls>, Calls> = {
  'POST Applications/{id}/approve': async (ctx, { params: { id }, body }) => {
    const found = await lockApplication(ctx, id);
    const step = { action: 'approve', ...body } as const;
    if (await isDone(ctx, found, step)) return viewApplication(ctx, found);
    const { row } = found;
    const type = findType(row.typeId);
    const { facts, cards } = await demandComplete(ctx, row, 'certify');
    demandLevelMissing(type, cards);
    await setFee(ctx.db, row.affiliateId, id, type.fee.amountMinor, type.fee.currency);
    return goOn(ctx, found, { ...step, facts });
  },

  'POST Applications/{id}/reject': async (ctx, { params: { id }, body }) => {
    const found = await lockApplication(ctx, id);
    const step = { action: 'reject', ...body } as const;
    return (await isDone(ctx, found, step)) ? viewApplication(ctx, found) : goOn(ctx, found, step);
  },

  'POST Applications/{id}/undo': async (ctx, { params: { id }, body: { key, of } }) => {
    const { row } = await findApplication(ctx, id);
    // A person before what is theirs, as where a fee is paid.
    await lockApplicant(ctx.db, row.affiliateId);
    const found = await lockApplication(ctx, id);
    if (await wasTaken(ctx, found.row, 'undo', key)) return viewApplication(ctx, found);
    await demandUntold(ctx, found.row, of);
    await demandOnlyOne(ctx, found.row);
    return goOn(ctx, found, { action: 'undo', key });
  },
};

const decisions: readonly Action[] = ['approve', 'send_back', 'reject'];

/** Only one's own decision, while it is the last word and nobody has heard of it. */
async function demandUntold({ db, user }: Context, row: ApplicationRow, of: string): Promise<void> {
  const [taken] = await findStepTaken(db, row.affiliateId, row.id, of);
  const isOwn = taken?.byId === user.affiliateId && decisions.some((action) => action === taken.action);
  // By the clock of now, not of when it was asked for: it may have waited for its turn until people were told.
  const isFresh = taken !== undefined && Date.now() - taken.at.getTime() <= undoMs;
  // What the applicant has changed since it was returned nobody has signed.
  const isAsDecided = taken?.at.getTime() === row.updatedAt.getTime();
  if (!isOwn || !isFresh || !taken.isLast || !isAsDecided) throw fail('applications.too_late');
}

/** Who was refused may have begun anew before they were told: there is one at a time. */
async function demandOnlyOne({ db }: Context, { id, affiliateId, typeId }: ApplicationRow): Promise<void> {
  const open = await findOpen(db, affiliateId, typeId);
  if (open.some((one) => one.id !== id)) throw fail('applications.too_late');
}
