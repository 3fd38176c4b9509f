import type { Context } from '#platform/server/http/context.ts';
import { assertTextRules } from '#platform/shared/text-schemas.ts';
import { findMember, findStore } from '#features/professionals/server/public.ts';
import type { ApplicationInput, Exercise, PickedCard } from '#features/applications/shared/application.ts';
import { fail } from '#features/applications/shared/contract.ts';
import type { ApplicationKind } from '#features/applications/shared/requirements.ts';
import type { ApplicationContent } from './queries.ts';
import { findChanges, type ContentChanges } from './content-changes.ts';
import {
  listCardRequirements,
  findPickedCard,
  listOwnCards,
} from '#features/applications/server/requirements/own-cards.ts';
import type { ApplicationRow } from '#features/applications/server/queries.ts';

/** The applicant and the instructor each own some fields; neither may change the other's. */
const editableFields: Record<'applicant' | 'instructor', readonly (keyof ContentChanges)[]> = {
  applicant: ['memberNumber', 'storeNumber', 'certificationCards', 'firstAid', 'exercises', 'statement'],
  instructor: ['exercises', 'recommendation'],
};

/** Merges the submitted fields into the application. Missing fields stay unchanged. */
export async function mergeContent(
  ctx: Context,
  row: ApplicationRow,
  type: ApplicationKind,
  by: 'applicant' | 'instructor',
  input: Omit<ApplicationInput, 'version'>,
): Promise<ApplicationContent> {
  const changes = await findChanges(ctx, row, type, input);
  const foreign = (Object.keys(changes) as (keyof ContentChanges)[]).find(
    (field) => !editableFields[by].includes(field),
  );
  if (foreign !== undefined) throw fail('applications.out_of_turn', { path: foreign });
  assertContentTexts(changes, row);
  const instructorId =
    changes.memberNumber === undefined ? row.instructorId : await findInstructor(ctx, changes.memberNumber);
  const isOther = instructorId !== row.instructorId;
  const exercises = mergeExercises(row.exercises, type, by, changes.exercises);
  return {
    instructorId,
    storeId: changes.storeNumber === undefined ? row.storeId : await findStoreId(ctx, changes.storeNumber),
    cards: await mergeCards(ctx, row, type, changes.certificationCards),
    firstAid: changes.firstAid ?? row.firstAid,
    // Confirmations and the recommendation belong to one instructor and don't carry over to another.
    exercises: isOther ? withoutConfirmation(exercises) : exercises,
    statement: changes.statement ?? row.statement,
    recommendation: isOther ? '' : (changes.recommendation ?? row.recommendation),
  };
}

function assertContentTexts({ statement, recommendation, firstAid }: ContentChanges, row: ApplicationRow): void {
  assertTextRules(
    { statement, recommendation },
    { statement: row.statement, recommendation: row.recommendation },
    { statement: 'long', recommendation: 'long' },
  );
  const { provider } = row.firstAid;
  assertTextRules({ provider: firstAid?.provider }, { provider }, { provider: 'short' }, (name) => `firstAid.${name}`);
}

async function findInstructor({ db, user }: Context, memberNumber: number | null): Promise<number | null> {
  if (memberNumber === null) return null;
  const path = 'memberNumber';
  const member = await findMember.first(db, { memberNumber });
  if (member === undefined) throw fail('applications.unknown_instructor', { path });
  if (member.affiliateId === user.affiliateId) throw fail('applications.own_instructor', { path });
  return member.affiliateId;
}

async function findStoreId({ db }: Context, storeNumber: number | null): Promise<number | null> {
  if (storeNumber === null) return null;
  const store = await findStore.first(db, { storeNumber });
  if (store === undefined) throw fail('applications.unknown_store', { path: 'storeNumber' });
  return store.affiliateId;
}

async function mergeCards(
  { db, now }: Context,
  row: ApplicationRow,
  type: ApplicationKind,
  changes: ContentChanges['certificationCards'],
): Promise<Record<string, PickedCard>> {
  if (changes === undefined) return row.cards;
  const cards = await listOwnCards(db, row.affiliateId, now);
  const picks = new Map(Object.entries(row.cards));
  for (const [place, picked] of Object.entries(changes)) {
    const requirement = listCardRequirements(type).find((requirement) => requirement.place === place);
    const isKnown = requirement !== undefined && (picked === null || findPickedCard(cards, requirement, picked));
    if (!isKnown) throw fail('applications.unknown_card', { path: `certificationCards.${place}` });
    if (picked === null) picks.delete(place);
    else picks.set(place, picked);
  }
  assertCardsUsedOnce(picks, Object.keys(changes));
  return Object.fromEntries(picks);
}

/** The picture of an outside card proves one certification, so it can fill one place only. */
function assertCardsUsedOnce(picks: ReadonlyMap<string, PickedCard>, places: readonly string[]): void {
  const outsideIds = [...picks.values()].flatMap((pick) => ('outsideId' in pick ? [pick.outsideId] : []));
  for (const place of places) {
    const pick = picks.get(place);
    if (pick === undefined || !('outsideId' in pick)) continue;
    if (outsideIds.filter((id) => id === pick.outsideId).length > 1)
      throw fail('applications.unknown_card', { path: `certificationCards.${place}` });
  }
}

/** The applicant enters the score. Only the instructor confirms it, and only that score. */
function mergeExercises(
  former: ApplicationRow['exercises'],
  { requirements }: ApplicationKind,
  by: 'applicant' | 'instructor',
  changes: ApplicationInput['exercises'] = {},
): Record<string, Exercise> {
  const known = new Set(
    requirements.flatMap((requirement) => (requirement.kind === 'exercises' ? requirement.exercises : [])),
  );
  const filled = new Map(Object.entries(former));
  for (const [id, exercise] of Object.entries(changes)) {
    if (!known.has(id)) throw fail('applications.unknown_exercise', { path: `exercises.${id}` });
    const before = filled.get(id);
    if (exercise === null) filled.delete(id);
    else if (by === 'instructor') filled.set(id, exercise);
    else
      filled.set(id, {
        score: exercise.score,
        isConfirmed: before?.score === exercise.score && before.isConfirmed,
      });
  }
  return Object.fromEntries(filled);
}

function withoutConfirmation(exercises: Record<string, Exercise>): Record<string, Exercise> {
  return Object.fromEntries(Object.entries(exercises).map(([id, { score }]) => [id, { score, isConfirmed: false }]));
}
