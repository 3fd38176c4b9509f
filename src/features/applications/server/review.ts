import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { findMember } from '../../professionals/server/public.ts';
import { otherFields, type Reason } from '../shared/application.ts';
import { fail, type applicationCalls } from '../shared/contract.ts';
import { demandLevelMissing } from './beginning.ts';
import { demandComplete } from './completeness.ts';
import { lockApplication } from './finding.ts';
import { signApplication } from './signatures.ts';
import type { ApplicationRow } from './sql.ts';
import { goOn, isDone } from './taking.ts';
import { findType } from './types.ts';
import { selectPeople } from './view-sql.ts';
import { viewApplication } from './view.ts';

type Calls =
  | 'POST Applications/{id}/submit-to-member'
  | 'POST Applications/{id}/withdraw'
  | 'POST Applications/{id}/open'
  | 'POST Applications/{id}/return'
  | 'POST Applications/{id}/submit-to-association';

export const reviewHandlers: Pick<Handlers<typeof applicationCalls>, Calls> = {
  'POST Applications/{id}/submit-to-member': async (ctx, { params: { id }, body: { key, version, signature } }) => {
    const found = await lockApplication(ctx, id);
    const step = { action: 'submit', key, version } as const;
    if (await isDone(ctx, found, step, ['SubmittedToInstructor', 'MemberReview'])) return viewApplication(ctx, found);
    const { row } = found;
    const known = await demandComplete(ctx, row, 'begin');
    demandLevelMissing(findType(row.typeId), known.cards);
    await demandActiveInstructor(ctx, row);
    await signApplication(ctx, row, 'applicant', { key, given: signature, known });
    return goOn(ctx, found, { ...step, facts: known.facts });
  },

  'POST Applications/{id}/withdraw': async (ctx, { params: { id }, body: { key } }) => {
    const found = await lockApplication(ctx, id);
    const step = { action: 'withdraw', key } as const;
    return (await isDone(ctx, found, step)) ? viewApplication(ctx, found) : goOn(ctx, found, step);
  },

  'POST Applications/{id}/open': async (ctx, { params: { id }, body: { key } }) => {
    const found = await lockApplication(ctx, id);
    const step = { action: 'open', key } as const;
    return (await isDone(ctx, found, step, ['MemberReview'])) ? viewApplication(ctx, found) : goOn(ctx, found, step);
  },

  'POST Applications/{id}/return': async (ctx, { params: { id }, body: { key, version, reasons, note } }) => {
    const found = await lockApplication(ctx, id);
    const step = { action: found.role === 'staff' ? 'send_back' : 'return', key, version } as const;
    if (await isDone(ctx, found, step)) return viewApplication(ctx, found);
    demandReasons(found.row, reasons, note);
    return goOn(ctx, found, { ...step, reasons, note });
  },

  'POST Applications/{id}/submit-to-association': async (
    ctx,
    { params: { id }, body: { key, version, signature } },
  ) => {
    const found = await lockApplication(ctx, id);
    const step = { action: 'send', key, version } as const;
    if (await isDone(ctx, found, step, ['SubmittedToAssociation'])) return viewApplication(ctx, found);
    const { row } = found;
    const known = await demandComplete(ctx, row, 'certify');
    await demandActiveInstructor(ctx, row);
    await signApplication(ctx, row, 'instructor', { key, given: signature, known });
    return goOn(ctx, found, { ...step, facts: known.facts });
  },
};

/** Who may not teach any more reviews nothing, and signs nothing. */
async function demandActiveInstructor({ db }: Context, { instructorId }: ApplicationRow): Promise<void> {
  const [person] = instructorId === null ? [] : await selectPeople(db, [instructorId]);
  const memberNumber = person?.memberNumber ?? null;
  const [member] = memberNumber === null ? [] : await findMember(db, memberNumber);
  if (member === undefined) throw fail('applications.unknown_instructor', { path: 'memberNumber' });
}

function demandReasons({ typeId }: ApplicationRow, reasons: readonly Reason[], note: string): void {
  const fields = new Set<string>([...findType(typeId).requirements.map(({ id }) => id), ...otherFields]);
  for (const [index, { field }] of reasons.entries())
    if (!fields.has(field)) throw fail('applications.unknown_field', { path: `reasons.${index}.field` });
  if (reasons.length === 0 && note === '') throw fail('applications.reason_missing', { path: 'reasons' });
}
