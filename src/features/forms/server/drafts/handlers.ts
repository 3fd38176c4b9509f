import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { assertTextRules } from '#platform/shared/text-schemas.ts';
import { dayMs, toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { canActOnDraft } from '#features/forms/shared/policy.ts';
import { inviteGuardian } from '#features/family/server/public.ts';
import type { formEndpoints } from '#features/forms/shared/contract.ts';
import { fail } from '#features/forms/shared/error-contract.ts';
import { formNotices } from '#features/forms/shared/notices.ts';
import { applyAnswerChanges } from './answer-changes.ts';
import { createOrResumeDraft } from './create-draft.ts';
import {
  findDraft,
  canReadDraft,
  findOutdatedReason,
  refreshDraft,
  refreshDraftInOwnTransaction,
  encryptAnswers,
  findDraftForUpdate,
} from './draft-access.ts';
import { readAnswers, formsInEnglish, toDraft, toDraftSummary } from './draft-view.ts';
import * as queries from './queries.ts';
import { logDraftReading } from '#features/forms/server/records/readings.ts';
import { publishFormChange } from '#features/forms/server/events.ts';
import { notifySigners } from '#features/forms/server/notifications.ts';

type DraftEndpoints =
  | 'GET Drafts'
  | 'POST Drafts'
  | 'GET Drafts/{id}'
  | 'PUT Drafts/{id}'
  | 'POST Drafts/{id}/reopen'
  | 'POST Drafts/{id}/ask-guardian'
  | 'DELETE Drafts/{id}'
  | 'POST Drafts/{id}/restore';
const hourMs = 60 * 60_000;

export const draftHandlers: Pick<Handlers<typeof formEndpoints>, DraftEndpoints> = {
  'GET Drafts': async (ctx) => {
    const drafts = await queries.listDrafts(ctx.db, { affiliateId: ctx.user.affiliateId, now: ctx.now });
    return drafts.filter((draft) => canReadDraft(ctx, draft)).map((draft) => toDraftSummary(ctx, draft));
  },

  'POST Drafts': (ctx, { body }) => createOrResumeDraft(ctx, body),

  'GET Drafts/{id}': async (ctx, { params }) => {
    const draft = await findDraft(ctx, params.id);
    await logDraftReading(ctx, draft);
    const reason = findOutdatedReason(draft, toIsoDate(ctx.now));
    // The reader has to see the text to sign, so the draft is refreshed while no one has signed, or if the present
    // signatures no longer count.
    const isRenewed =
      (reason === 'forms.version_changed' && draft.state === 'filling') ||
      (reason === 'forms.age_changed' && draft.currentBirthdate === draft.birthdate);
    if (isRenewed) await refreshDraftInOwnTransaction(ctx, draft.id);
    return toDraft(ctx, isRenewed ? await findDraft(ctx, params.id) : draft, isRenewed && draft.state === 'filling');
  },

  'PUT Drafts/{id}': async (ctx, { params, body }) => {
    const draft = await findDraftForUpdate(ctx, params.id);
    if (draft.state === 'signing') throw fail('forms.being_signed');
    const today = toIsoDate(ctx.now);
    const before = readAnswers(ctx.services, draft, today);
    const rules = Object.fromEntries(Object.keys(body.changes).map((name) => [name, 'long'] as const));
    assertTextRules(body.changes, before, rules, (name) => `changes.${name}`);
    const birthdate = draft.currentBirthdate ?? draft.birthdate;
    const answers = applyAnswerChanges(formsInEnglish(ctx.services, draft), before, body.changes, birthdate, today);
    // Unchanged answers keep the revision, so other readers need not reload.
    const isSame = isSameAnswers(before, answers);
    if (!isSame) {
      const { affiliateId, id } = draft;
      const encryptedAnswers = encryptAnswers(ctx, draft, answers);
      await queries.updateAnswers(ctx.db, { affiliateId, id, encryptedAnswers, now: ctx.now });
    }
    await logDraftReading(ctx, draft);
    return {
      revision: isSame ? draft.revision : draft.revision + 1,
      savedDate: (isSame ? draft.updatedAt : ctx.now).toISOString(),
      answers,
    };
  },

  'POST Drafts/{id}/reopen': async (ctx, { params }) => {
    const draft = await findDraftForUpdate(ctx, params.id);
    if (draft.state !== 'signing') return null;
    await refreshDraft(ctx, ctx.db, draft);
    await publishFormChange(ctx, draft);
    return null;
  },

  'POST Drafts/{id}/ask-guardian': async (ctx, { params, body }) => {
    const draft = await findDraft(ctx, params.id);
    if (!isMinor(draft.currentBirthdate, toIsoDate(ctx.now))) throw fail('forms.not_a_signer');
    await (body.email === null ? remindGuardians(ctx, draft) : inviteNewGuardian(ctx, draft, body.email));
    return null;
  },

  'DELETE Drafts/{id}': async (ctx, { params }) => {
    const draft = await findDraftForUpdate(ctx, params.id);
    const { affiliateId, id } = draft;
    await queries.softDeleteDraft(ctx.db, { affiliateId, id, now: ctx.now });
    await publishFormChange(ctx, draft);
    return null;
  },

  'POST Drafts/{id}/restore': async (ctx, { params }) => {
    const { db, now } = ctx;
    const { id } = params;
    const deleted = await queries.findDeletedDraft.first(db, { id, since: new Date(now.getTime() - dayMs) });
    if (deleted === undefined) {
      // A draft that was already restored is not an error.
      await findDraft(ctx, id);
      return null;
    }
    if (!canActOnDraft(ctx.user, deleted, toIsoDate(ctx.now))) throw failCall('not_found');
    const { affiliateId, packet } = deleted;
    const open = await queries.findOpenDraft.first(db, { affiliateId, packet });
    if (open !== undefined) throw fail('forms.begun_again');
    await queries.restoreDraft(db, { affiliateId, id, now });
    await publishFormChange(ctx, await findDraft(ctx, id));
    return null;
  },
};

function isSameAnswers(before: Record<string, string>, after: Record<string, string>): boolean {
  const ids = Object.keys(before);
  return ids.length === Object.keys(after).length && ids.every((id) => before[id] === after[id]);
}

/** Sends at most one reminder an hour, however often the button is pressed. */
async function remindGuardians(ctx: Context, draft: queries.DraftRow): Promise<void> {
  const hour = Math.floor(ctx.now.getTime() / hourMs);
  const notification = { notice: formNotices.guardianWanted, key: `${draft.id} ${draft.revision} ${hour}` };
  const isNotified = await notifySigners(ctx, draft, 'guardians', notification);
  if (!isNotified) throw failCall('request.invalid', { message: 'the diver has no linked guardian', path: 'email' });
}

async function inviteNewGuardian(ctx: Context, { affiliateId, id }: queries.DraftRow, email: string): Promise<void> {
  await inviteGuardian(ctx, { affiliateId, email, invitedBy: ctx.user.affiliateId, draftId: id });
}
