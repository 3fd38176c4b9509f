import type { Context } from '#platform/server/http/context.ts';
import { assertTextRules } from '#platform/shared/text-schemas.ts';
import { findMember, findStore } from '#features/professionals/server/public.ts';
import type { ApplicationInput, Exercise, PickedCard } from '#features/applications/shared/application.ts';
import { fail } from '#features/applications/shared/contract.ts';
import type { ApplicationKind } from '#features/applications/shared/requirements.ts';
import { findChanges, type ContentChanges } from './content-changes.ts';
import {
  listCardRequirements,
  findPickedCard,
  listOwnCards,
} from '#features/applications/server/requirements/own-cards.ts';
import type { ApplicationRow } from '#features/applications/server/queries.ts';

export type ApplicationContent = Pick<
  ApplicationRow,
  'instructorId' | 'storeId' | 'cards' | 'firstAid' | 'exercises' | 'statement' | 'recommendation'
>;

/** Each has their own part: what is the other's is not theirs to change. */
const editableFields: Record<'applicant' | 'instructor', readonly (keyof ContentChanges)[]> = {
  applicant: ['memberNumber', 'storeNumber', 'certificationCards', 'firstAid', 'exercises', 'statement'],
  instructor: ['exercises', 'recommendation'],
};

/** The application with what was given; what was left out stays as it is. */
export async function mergeContent(
  ctx: Context,
  row: ApplicationRow,
  type: ApplicationKind,
  by: 'applicant' | 'instructor',
  input: Omit<ApplicationInput, 'version'>,
): Promise<ApplicationContent> {
  const given = await findChanges(ctx, row, type, input);
  const foreign = (Object.keys(given) as (keyof ContentChanges)[]).find((field) => !editableFields[by].includes(field));
  if (foreign !== undefined) throw fail('applications.out_of_turn', { path: foreign });
  assertContentTexts(given, row);
  const instructorId =
    given.memberNumber === undefined ? row.instructorId : await findInstructor(ctx, given.memberNumber);
  const isOther = instructorId !== row.instructorId;
  const exercises = mergeExercises(row.exercises, type, by, given.exercises);
  return {
    instructorId,
    storeId: given.storeNumber === undefined ? row.storeId : await findStoreId(ctx, given.storeNumber),
    cards: await mergeCards(ctx, row, type, given.certificationCards),
    firstAid: given.firstAid ?? row.firstAid,
    // What one instructor has seen and said, another has not.
    exercises: isOther ? withoutConfirmation(exercises) : exercises,
    statement: given.statement ?? row.statement,
    recommendation: isOther ? '' : (given.recommendation ?? row.recommendation),
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
  const [member] = await findMember(db, memberNumber);
  if (member === undefined) throw fail('applications.unknown_instructor', { path });
  if (member.affiliateId === user.affiliateId) throw fail('applications.own_instructor', { path });
  return member.affiliateId;
}

async function findStoreId({ db }: Context, storeNumber: number | null): Promise<number | null> {
  if (storeNumber === null) return null;
  const [store] = await findStore(db, storeNumber);
  if (store === undefined) throw fail('applications.unknown_store', { path: 'storeNumber' });
  return store.affiliateId;
}

async function mergeCards(
  { db, now }: Context,
  row: ApplicationRow,
  type: ApplicationKind,
  given: ContentChanges['certificationCards'],
): Promise<Record<string, PickedCard>> {
  if (given === undefined) return row.cards;
  const cards = await listOwnCards(db, row.affiliateId, now);
  const picks = new Map(Object.entries(row.cards));
  for (const [place, picked] of Object.entries(given)) {
    const requirement = listCardRequirements(type).find((one) => one.place === place);
    const isKnown = requirement !== undefined && (picked === null || findPickedCard(cards, requirement, picked));
    if (!isKnown) throw fail('applications.unknown_card', { path: `certificationCards.${place}` });
    if (picked === null) picks.delete(place);
    else picks.set(place, picked);
  }
  assertCardsUsedOnce(picks, Object.keys(given));
  return Object.fromEntries(picks);
}

/** A card from elsewhere says by its picture what it stands for, which is one thing. */
function assertCardsUsedOnce(picks: ReadonlyMap<string, PickedCard>, places: readonly string[]): void {
  const outsideIds = [...picks.values()].flatMap((pick) => ('outsideId' in pick ? [pick.outsideId] : []));
  for (const place of places) {
    const pick = picks.get(place);
    if (pick === undefined || !('outsideId' in pick)) continue;
    if (outsideIds.filter((id) => id === pick.outsideId).length > 1)
      throw fail('applications.unknown_card', { path: `certificationCards.${place}` });
  }
}

/** An applicant says how it went; that it was seen only the instructor says, of that score. */
function mergeExercises(
  former: ApplicationRow['exercises'],
  { requirements }: ApplicationKind,
  by: 'applicant' | 'instructor',
  given: ApplicationInput['exercises'] = {},
): Record<string, Exercise> {
  const known = new Set(requirements.flatMap((one) => (one.kind === 'exercises' ? one.exercises : [])));
  const filled = new Map(Object.entries(former));
  for (const [id, exercise] of Object.entries(given)) {
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
