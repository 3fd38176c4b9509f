import type { Context } from '../../../platform/server/context.ts';
import type { Db } from '../../../platform/server/db.ts';
import { openRecordKey, sealText } from '../../../platform/server/record-key.ts';
import { fail as failAnywhere } from '../../../platform/shared/errors.ts';
import { ageOn, dayOf, isMinor } from '../../account/shared/rules.ts';
import type { Answers, Packet } from '../shared/contract.ts';
import { fail } from '../shared/error-contract.ts';
import { minAges, withoutClosed } from '../shared/rules.ts';
import { answersOf, formsOf, hasNewVersion, rolesOf } from './draft-view.ts';
import * as sql from './drafts-sql.ts';
import type { DraftRow } from './drafts-sql.ts';
import { library } from './library.ts';

type Acting = Pick<Context, 'user' | 'now'>;

/** The diver, or a guardian while the diver is a minor. Nobody else is to know what is not signed yet, staff neither. */
export function canAct(
  { user, now }: Acting,
  draft: { affiliateId: number; birthdate: string | null; guardianIds: readonly number[] },
): boolean {
  if (draft.affiliateId === user.affiliateId) return true;
  return isMinor(draft.birthdate, dayOf(now)) && draft.guardianIds.includes(user.affiliateId);
}

export function isReader(ctx: Acting, draft: DraftRow): boolean {
  return canAct(ctx, {
    affiliateId: draft.affiliateId,
    birthdate: draft.currentBirthdate,
    guardianIds: draft.guardians.map(({ affiliateId }) => affiliateId),
  });
}

export async function findDraft(ctx: Context, id: string): Promise<DraftRow> {
  const [draft] = await sql.selectDraft(ctx.db, id);
  if (draft === undefined || !isReader(ctx, draft)) throw failAnywhere('not_found');
  return draft;
}

/** The same for whoever changes it, one after the other. */
export async function takeDraft(ctx: Context, id: string): Promise<DraftRow> {
  await sql.lockDraft(ctx.db, id);
  return findDraft(ctx, id);
}

export function sealAnswers({ services }: Pick<Context, 'services'>, draft: DraftRow, answers: Answers): string {
  return sealText(openRecordKey(services.env.SECRET_KEYS, draft.sealedKey), JSON.stringify(answers));
}

export function demandAge(birthdate: string | null, packet: Packet, today: string): string {
  if (birthdate === null) throw fail('forms.birthdate_missing');
  const minAge = minAges[packet];
  if (minAge !== null && ageOn(birthdate, today) < minAge) throw fail('forms.too_young');
  return birthdate;
}

/** What must not be signed as it stands; it has to be read anew. */
export function outdatedBy(draft: DraftRow, today: string): 'forms.age_changed' | 'forms.version_changed' | null {
  // Whoever comes of age while a guardian is waited for signs once more, as an adult.
  const hasAll = rolesOf(draft, today).every((role) => draft.signatures.some((signed) => signed.role === role));
  if (draft.currentBirthdate !== draft.birthdate || (draft.state === 'signing' && hasAll)) return 'forms.age_changed';
  return hasNewVersion(draft) ? 'forms.version_changed' : null;
}

type Changed = Partial<Pick<DraftRow, 'region' | 'storeNumber' | 'memberNumber' | 'replaces'>>;

/** To today's age and the newest versions. Answers that still fit stay, signatures do not. */
export async function renew(
  ctx: Pick<Context, 'services' | 'now'>,
  db: Db,
  draft: DraftRow,
  changed: Changed = {},
  added: Answers = {},
): Promise<void> {
  const next = { ...draft, ...changed };
  const versions = library.versionsOf(next.packet, next.region);
  const answers = { ...answersOf(ctx.services, draft, dayOf(ctx.now)), ...added };
  const fitting = withoutClosed(formsOf(ctx.services, { ...next, versions }), answers);
  await sql.renewDraft(
    db,
    draft.affiliateId,
    draft.id,
    draft.currentBirthdate ?? draft.birthdate,
    next.region,
    JSON.stringify(versions),
    next.storeNumber,
    next.memberNumber,
    next.replaces,
    sealAnswers(ctx, draft, fitting),
    ctx.now,
  );
}

/** In a transaction of its own, so that it stays when the call that found it out is refused. */
export async function renewAside(ctx: Context, id: string): Promise<void> {
  await ctx.services.database.inTransaction(ctx.correlationId, async (db) => {
    await sql.lockDraft(db, id);
    const [draft] = await sql.selectDraft(db, id);
    if (draft !== undefined && outdatedBy(draft, dayOf(ctx.now)) !== null) await renew(ctx, db, draft);
  });
}
