import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failAnywhere } from '#platform/shared/errors.ts';
import type { ApplicationInput, PickedCard } from '#features/applications/shared/application.ts';
import type { ApplicationKind } from '#features/applications/shared/requirements.ts';
import {
  listCardRequirements,
  findPickedCard,
  listOwnCards,
} from '#features/applications/server/requirements/own-cards.ts';
import type { ApplicationRow } from '#features/applications/server/queries.ts';
import { listPeople } from '#features/applications/server/view/queries.ts';
import { toFirstAid } from '#features/applications/server/view/application-view.ts';

type CardsByPlace = Record<string, PickedCard | null>;

/** Changes to one application in normalized form. Missing fields stay unchanged. */
export interface ContentChanges extends Pick<
  ApplicationInput,
  'memberNumber' | 'storeNumber' | 'firstAid' | 'exercises' | 'statement' | 'recommendation'
> {
  certificationCards?: CardsByPlace | undefined;
}

/** Returns only the fields that differ, so sending an application back exactly as it was read changes nothing. */
export async function findChanges(
  ctx: Context,
  row: ApplicationRow,
  type: ApplicationKind,
  input: Omit<ApplicationInput, 'version'>,
): Promise<ContentChanges> {
  if (input.state !== undefined && input.state !== row.state)
    throw failAnywhere('request.invalid', { message: 'the state can only be changed by a step', path: 'state' });
  const changes = toContentChanges(input, type);
  const current = await loadCurrentContent(ctx, row, type);
  const isChanged = (field: keyof ContentChanges) => {
    const now = field === 'certificationCards' ? pickSentPlaces(changes[field], current[field]) : current[field];
    return changes[field] !== undefined && canonicalJson(changes[field]) !== canonicalJson(now);
  };
  return Object.fromEntries(Object.entries(changes).filter(([field]) => isChanged(field as keyof ContentChanges)));
}

/** Normalizes people to their numbers and cards to their places. */
function toContentChanges(input: Omit<ApplicationInput, 'version'>, type: ApplicationKind): ContentChanges {
  const { memberNumber, storeNumber, instructor, store, certificationCards: cards } = input;
  const { firstAid, exercises, statement, recommendation } = input;
  return {
    memberNumber: memberNumber === undefined ? instructor && instructor.memberNumber : memberNumber,
    storeNumber: storeNumber === undefined ? store && store.storeNumber : storeNumber,
    certificationCards: Array.isArray(cards) ? toCardsByPlace(cards, type) : cards,
    firstAid,
    exercises,
    statement,
    recommendation,
  };
}

/** A list is complete: places missing from it have no card picked. */
function toCardsByPlace(
  cards: readonly { place: string; licenseID: number | null; outsideId: string | null }[],
  type: ApplicationKind,
): CardsByPlace {
  return Object.fromEntries([
    ...listCardRequirements(type).map(({ place }) => [place, null]),
    ...cards.map(({ place, licenseID, outsideId }) => [
      place,
      licenseID === null ? { outsideId: outsideId ?? '' } : { licenseID },
    ]),
  ]) as CardsByPlace;
}

async function loadCurrentContent({ db, now }: Context, row: ApplicationRow, type: ApplicationKind) {
  const { instructorId, storeId, exercises, statement, recommendation } = row;
  const [people, cards] = await Promise.all([
    listPeople(db, { affiliateIds: [instructorId, storeId].filter((id) => id !== null) }),
    listOwnCards(db, row.affiliateId, now),
  ]);
  const picks = listCardRequirements(type).map((requirement) => {
    const pick = row.cards[requirement.place];
    return [requirement.place, findPickedCard(cards, requirement, pick) === undefined ? null : pick];
  });
  return {
    memberNumber: people.find(({ affiliateId }) => affiliateId === instructorId)?.memberNumber ?? null,
    storeNumber: people.find(({ affiliateId }) => affiliateId === storeId)?.storeNumber ?? null,
    certificationCards: Object.fromEntries(picks) as CardsByPlace,
    firstAid: toFirstAid(row),
    exercises,
    statement,
    recommendation,
  };
}

/** Limits the current cards to the places that were sent. */
function pickSentPlaces(changes: CardsByPlace = {}, current: CardsByPlace): CardsByPlace {
  return Object.fromEntries(Object.entries(current).filter(([place]) => place in changes));
}
