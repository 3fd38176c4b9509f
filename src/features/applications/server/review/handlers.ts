import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { findMember } from '#features/professionals/server/public.ts';
import { otherFields, type Reason } from '#features/applications/shared/application.ts';
import { fail, type applicationEndpoints } from '#features/applications/shared/contract.ts';
import { assertLevelNotHeld } from '#features/applications/server/drafts/create-draft.ts';
import { assertComplete } from '#features/applications/server/requirements/assert-complete.ts';
import { lockApplication } from '#features/applications/server/find-application.ts';
import { signApplication } from './signatures.ts';
import type { ApplicationRow } from '#features/applications/server/queries.ts';
import { performStep, isAlreadyDone } from './perform-step.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';
import { listPeople } from '#features/applications/server/view/queries.ts';
import { loadApplicationView } from '#features/applications/server/view/application-view.ts';

type Endpoints =
  | 'POST Applications/{id}/submit-to-member'
  | 'POST Applications/{id}/withdraw'
  | 'POST Applications/{id}/open'
  | 'POST Applications/{id}/return'
  | 'POST Applications/{id}/submit-to-association';

export const reviewHandlers: Pick<Handlers<typeof applicationEndpoints>, Endpoints> = {
  'POST Applications/{id}/submit-to-member': async (ctx, { params: { id }, body: { key, version, signature } }) => {
    const found = await lockApplication(ctx, id);
    const step = { action: 'submit', key, version } as const;
    if (await isAlreadyDone(ctx, found, step, ['SubmittedToInstructor', 'MemberReview']))
      return loadApplicationView(ctx, found);
    const { row } = found;
    const known = await assertComplete(ctx, row, 'begin');
    assertLevelNotHeld(findApplicationType(row.typeId), known.cards);
    await assertActiveInstructor(ctx, row);
    await signApplication(ctx, row, 'applicant', { key, signature, known });
    return performStep(ctx, found, { ...step, facts: known.facts });
  },

  'POST Applications/{id}/withdraw': async (ctx, { params: { id }, body: { key } }) => {
    const found = await lockApplication(ctx, id);
    const step = { action: 'withdraw', key } as const;
    return (await isAlreadyDone(ctx, found, step)) ? loadApplicationView(ctx, found) : performStep(ctx, found, step);
  },

  'POST Applications/{id}/open': async (ctx, { params: { id }, body: { key } }) => {
    const found = await lockApplication(ctx, id);
    const step = { action: 'open', key } as const;
    return (await isAlreadyDone(ctx, found, step, ['MemberReview']))
      ? loadApplicationView(ctx, found)
      : performStep(ctx, found, step);
  },

  'POST Applications/{id}/return': async (ctx, { params: { id }, body: { key, version, reasons, note } }) => {
    const found = await lockApplication(ctx, id);
    const step = { action: found.role === 'staff' ? 'send_back' : 'return', key, version } as const;
    if (await isAlreadyDone(ctx, found, step)) return loadApplicationView(ctx, found);
    assertReasons(found.row, reasons, note);
    return performStep(ctx, found, { ...step, reasons, note });
  },

  'POST Applications/{id}/submit-to-association': async (
    ctx,
    { params: { id }, body: { key, version, signature } },
  ) => {
    const found = await lockApplication(ctx, id);
    const step = { action: 'send', key, version } as const;
    if (await isAlreadyDone(ctx, found, step, ['SubmittedToAssociation'])) return loadApplicationView(ctx, found);
    const { row } = found;
    const known = await assertComplete(ctx, row, 'certify');
    await assertActiveInstructor(ctx, row);
    await signApplication(ctx, row, 'instructor', { key, signature, known });
    return performStep(ctx, found, { ...step, facts: known.facts });
  },
};

/** Inactive instructors may neither review nor sign. */
async function assertActiveInstructor({ db }: Context, { instructorId }: ApplicationRow): Promise<void> {
  const person = instructorId === null ? undefined : await listPeople.first(db, { affiliateIds: [instructorId] });
  const memberNumber = person?.memberNumber ?? null;
  const member = memberNumber === null ? undefined : await findMember.first(db, { memberNumber });
  if (member === undefined) throw fail('applications.unknown_instructor', { path: 'memberNumber' });
}

function assertReasons({ typeId }: ApplicationRow, reasons: readonly Reason[], note: string): void {
  const fields = new Set<string>([...findApplicationType(typeId).requirements.map(({ id }) => id), ...otherFields]);
  for (const [index, { field }] of reasons.entries())
    if (!fields.has(field)) throw fail('applications.unknown_field', { path: `reasons.${index}.field` });
  if (reasons.length === 0 && note === '') throw fail('applications.reason_missing', { path: 'reasons' });
}
