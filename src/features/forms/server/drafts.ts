import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { fail as failAnywhere } from '../../../platform/shared/errors.ts';
import { assertTexts } from '../../../platform/shared/plain-text.ts';
import { dayOf, isMinor } from '../../account/shared/rules.ts';
import { inviteGuardian } from '../../family/server/public.ts';
import type { formCalls } from '../shared/contract.ts';
import { fail } from '../shared/error-contract.ts';
import { formNotices } from '../shared/notices.ts';
import { applyChanges } from './answering.ts';
import { beginDraft } from './beginning.ts';
import { canAct, findDraft, isReader, outdatedBy, renew, renewAside, sealAnswers, takeDraft } from './draft-access.ts';
import { answersOf, formsOf, toDraft, toSummary } from './draft-view.ts';
import * as sql from './drafts-sql.ts';
import { noteDraftReading } from './readings.ts';
import { askForSignature } from './telling.ts';

type DraftCalls =
  | 'GET Drafts'
  | 'POST Drafts'
  | 'GET Drafts/{id}'
  | 'PUT Drafts/{id}'
  | 'POST Drafts/{id}/reopen'
  | 'POST Drafts/{id}/ask-guardian'
  | 'DELETE Drafts/{id}'
  | 'POST Drafts/{id}/restore';

const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;

export const draftHandlers: Pick<Handlers<typeof formCalls>, DraftCalls> = {
  'GET Drafts': async (ctx) => {
    const drafts = await sql.selectDrafts(ctx.db, ctx.user.affiliateId);
    return drafts.filter((draft) => isReader(ctx, draft)).map((draft) => toSummary(ctx, draft));
  },

  'POST Drafts': (ctx, { body }) => beginDraft(ctx, body),

  'GET Drafts/{id}': async (ctx, { params }) => {
    const draft = await findDraft(ctx, params.id);
    await noteDraftReading(ctx, draft);
    const reason = outdatedBy(draft, dayOf(ctx.now));
    // Nobody has signed, or nobody can any more as it stands: the reader is shown what will be signed.
    const isRenewed =
      (reason === 'forms.version_changed' && draft.state === 'filling') ||
      (reason === 'forms.age_changed' && draft.currentBirthdate === draft.birthdate);
    if (isRenewed) await renewAside(ctx, draft.id);
    return toDraft(ctx, isRenewed ? await findDraft(ctx, params.id) : draft, isRenewed && draft.state === 'filling');
  },

  'PUT Drafts/{id}': async (ctx, { params, body }) => {
    const draft = await takeDraft(ctx, params.id);
    if (draft.state === 'signing') throw fail('forms.being_signed');
    const today = dayOf(ctx.now);
    const before = answersOf(ctx.services, draft, today);
    const rules = Object.fromEntries(Object.keys(body.changes).map((name) => [name, 'long'] as const));
    assertTexts(body.changes, before, rules, (name) => `changes.${name}`);
    const birthdate = draft.currentBirthdate ?? draft.birthdate;
    const answers = applyChanges(formsOf(ctx.services, draft), before, body.changes, birthdate, today);
    // The same again is nothing new: nobody else need read it once more.
    const isSame = isSameAnswers(before, answers);
    if (!isSame)
      await sql.updateAnswers(ctx.db, draft.affiliateId, draft.id, sealAnswers(ctx, draft, answers), ctx.now);
    await noteDraftReading(ctx, draft);
    return {
      revision: isSame ? draft.revision : draft.revision + 1,
      savedDate: (isSame ? draft.updatedAt : ctx.now).toISOString(),
      answers,
    };
  },

  'POST Drafts/{id}/reopen': async (ctx, { params }) => {
    const draft = await takeDraft(ctx, params.id);
    if (draft.state === 'signing') await renew(ctx, ctx.db, draft);
    return null;
  },

  'POST Drafts/{id}/ask-guardian': async (ctx, { params, body }) => {
    const draft = await findDraft(ctx, params.id);
    if (!isMinor(draft.currentBirthdate, dayOf(ctx.now))) throw fail('forms.not_a_signer');
    await (body.email === null ? askLinked(ctx, draft) : invite(ctx, draft, body.email));
    return null;
  },

  'DELETE Drafts/{id}': async (ctx, { params }) => {
    const draft = await takeDraft(ctx, params.id);
    await sql.throwAway(ctx.db, draft.affiliateId, draft.id, ctx.now);
    return null;
  },

  'POST Drafts/{id}/restore': async (ctx, { params }) => {
    const [thrown] = await sql.selectThrownAway(ctx.db, params.id, new Date(ctx.now.getTime() - dayMs));
    if (thrown === undefined) {
      // Said twice it is said once.
      await findDraft(ctx, params.id);
      return null;
    }
    if (!canAct(ctx, thrown)) throw failAnywhere('not_found');
    const [open] = await sql.selectOpenDraft(ctx.db, thrown.affiliateId, thrown.packet);
    if (open !== undefined) throw fail('forms.begun_again');
    await sql.restoreDraft(ctx.db, thrown.affiliateId, params.id, ctx.now);
    return null;
  },
};

function isSameAnswers(before: Record<string, string>, after: Record<string, string>): boolean {
  const ids = Object.keys(before);
  return ids.length === Object.keys(after).length && ids.every((id) => before[id] === after[id]);
}

/** At most once an hour: a press is not a reason to be told ten times. */
async function askLinked(ctx: Context, draft: sql.DraftRow): Promise<void> {
  const hour = Math.floor(ctx.now.getTime() / hourMs);
  const news = { notice: formNotices.guardianWanted, key: `${draft.id} ${draft.revision} ${hour}` };
  const isTold = await askForSignature(ctx, draft, 'guardians', news);
  if (!isTold) throw failAnywhere('request.invalid', { message: 'nobody is linked who could sign', path: 'email' });
}

async function invite(ctx: Context, { affiliateId, id }: sql.DraftRow, email: string): Promise<void> {
  await inviteGuardian(ctx, { affiliateId, email, invitedBy: ctx.user.affiliateId, draftId: id });
}
