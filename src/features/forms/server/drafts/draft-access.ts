import { openDraft } from '#features/forms/server/record-ciphers.ts';
import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { ageOn } from '#domain/age.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { canActOnDraft } from '#features/forms/shared/policy.ts';
import type { Answers, Packet } from '#features/forms/shared/contract.ts';
import { fail } from '#features/forms/shared/error-contract.ts';
import { minAges, dropClosedAnswers } from '#features/forms/shared/rules.ts';
import { readAnswers, formsInEnglish, hasNewVersion, requiredSignerRoles } from './draft-view.ts';
import * as queries from './queries.ts';
import type { DraftRow } from './queries.ts';
import { formLibrary } from '#features/forms/server/library/form-library.ts';

export function canReadDraft({ user, now }: Pick<Context, 'user' | 'now'>, draft: DraftRow): boolean {
  const { affiliateId, currentBirthdate: birthdate, guardians } = draft;
  const guardianIds = guardians.map((guardian) => guardian.affiliateId);
  return canActOnDraft(user, { affiliateId, birthdate, guardianIds }, toIsoDate(now));
}

export async function findDraft(ctx: Context, id: string): Promise<DraftRow> {
  const draft = await queries.findDraft.first(ctx.db, { id, now: ctx.now });
  if (draft === undefined || !canReadDraft(ctx, draft)) throw failCall('not_found');
  return draft;
}

/** Locks the draft first, so concurrent changes run one after the other. */
export async function findDraftForUpdate(ctx: Context, id: string): Promise<DraftRow> {
  await queries.lockDraft(ctx.db, { id });
  return findDraft(ctx, id);
}

export function encryptAnswers({ services }: Pick<Context, 'services'>, draft: DraftRow, answers: Answers): string {
  return openDraft(services.env, draft).encrypt('sealed_answers', JSON.stringify(answers));
}

export function requireMinAge(birthdate: string | null, packet: Packet, today: string): string {
  if (birthdate === null) throw fail('forms.birthdate_missing');
  const minAge = minAges[packet];
  if (minAge !== null && ageOn(birthdate, today) < minAge) throw fail('forms.too_young');
  return birthdate;
}

/** Why the draft must be read again before it is signed, if so. */
export function findOutdatedReason(
  draft: DraftRow,
  today: string,
): 'forms.age_changed' | 'forms.version_changed' | null {
  // A diver who comes of age while the guardian's signature is missing signs again as an adult.
  const hasAll = requiredSignerRoles(draft, today).every((role) =>
    draft.signatures.some((signed) => signed.role === role),
  );
  if (draft.currentBirthdate !== draft.birthdate || (draft.state === 'signing' && hasAll)) return 'forms.age_changed';
  return hasNewVersion(draft) ? 'forms.version_changed' : null;
}

type DraftChanges = Partial<Pick<DraftRow, 'region' | 'storeNumber' | 'memberNumber' | 'replaces'>>;

/** Updates a draft to the current age and versions. Answers that still fit are kept, signatures are dropped. */
export async function refreshDraft(
  ctx: Pick<Context, 'services' | 'now'>,
  db: Db,
  draft: DraftRow,
  changed: DraftChanges = {},
  added: Answers = {},
): Promise<void> {
  const next = { ...draft, ...changed };
  const versions = formLibrary.versionsOf(next.packet, next.region);
  const answers = { ...readAnswers(ctx.services, draft, toIsoDate(ctx.now)), ...added };
  const fitting = dropClosedAnswers(formsInEnglish(ctx.services, { ...next, versions }), answers);
  await queries.renewDraft(db, {
    ...next,
    birthdate: draft.currentBirthdate ?? draft.birthdate,
    versions,
    encryptedAnswers: encryptAnswers(ctx, draft, fitting),
    now: ctx.now,
  });
}

/** Runs in its own transaction, so it persists when the request that detected it is rejected. */
export async function refreshDraftInOwnTransaction(ctx: Context, id: string): Promise<void> {
  await ctx.services.database.inTransaction(ctx.correlationId, async (db) => {
    await queries.lockDraft(db, { id });
    const draft = await queries.findDraft.first(db, { id, now: ctx.now });
    if (draft !== undefined && findOutdatedReason(draft, toIsoDate(ctx.now)) !== null)
      await refreshDraft(ctx, db, draft);
  });
}
