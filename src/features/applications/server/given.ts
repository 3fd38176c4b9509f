import { canonicalJson } from '../../../platform/server/canonical-json.ts';
import type { Context } from '../../../platform/server/context.ts';
import { fail as failAnywhere } from '../../../platform/shared/errors.ts';
import type { ApplicationInput, PickedCard } from '../shared/application.ts';
import type { ApplicationKind } from '../shared/requirements.ts';
import { cardRequirements, findPicked, listOwnCards } from './own-cards.ts';
import type { ApplicationRow } from './sql.ts';
import { selectPeople } from './view-sql.ts';
import { firstAidOf } from './view.ts';

type Cards = Record<string, PickedCard | null>;

/** What somebody wants to be otherwise, in one form; what is not there stays as it is. */
export interface Given extends Pick<
  ApplicationInput,
  'memberNumber' | 'storeNumber' | 'firstAid' | 'exercises' | 'statement' | 'recommendation'
> {
  certificationCards?: Cards | undefined;
}

/** Of what was sent, only what differs: who sends an application back as it was read changes nothing by that. */
export async function findChanges(
  ctx: Context,
  row: ApplicationRow,
  type: ApplicationKind,
  input: Omit<ApplicationInput, 'version'>,
): Promise<Given> {
  if (input.state !== undefined && input.state !== row.state)
    throw failAnywhere('request.invalid', { message: 'a state is changed by a step', path: 'state' });
  const given = givenOf(input, type);
  const standing = await readStanding(ctx, row, type);
  const isChanged = (field: keyof Given) => {
    const now = field === 'certificationCards' ? sameCards(given[field], standing[field]) : standing[field];
    return given[field] !== undefined && canonicalJson(given[field]) !== canonicalJson(now);
  };
  return Object.fromEntries(Object.entries(given).filter(([field]) => isChanged(field as keyof Given)));
}

/** People by their numbers, and cards by their places. */
function givenOf(input: Omit<ApplicationInput, 'version'>, type: ApplicationKind): Given {
  const { memberNumber, storeNumber, instructor, store, certificationCards: cards } = input;
  const { firstAid, exercises, statement, recommendation } = input;
  return {
    memberNumber: memberNumber === undefined ? instructor && instructor.memberNumber : memberNumber,
    storeNumber: storeNumber === undefined ? store && store.storeNumber : storeNumber,
    certificationCards: Array.isArray(cards) ? byPlace(cards, type) : cards,
    firstAid,
    exercises,
    statement,
    recommendation,
  };
}

/** All that are picked: what is not among them is not picked. */
function byPlace(
  cards: readonly { place: string; licenseID: number | null; outsideId: string | null }[],
  type: ApplicationKind,
): Cards {
  return Object.fromEntries([
    ...cardRequirements(type).map(({ place }) => [place, null]),
    ...cards.map(({ place, licenseID, outsideId }) => [
      place,
      licenseID === null ? { outsideId: outsideId ?? '' } : { licenseID },
    ]),
  ]) as Cards;
}

async function readStanding({ db, now }: Context, row: ApplicationRow, type: ApplicationKind) {
  const { instructorId, storeId, exercises, statement, recommendation } = row;
  const [people, cards] = await Promise.all([
    selectPeople(
      db,
      [instructorId, storeId].filter((id) => id !== null),
    ),
    listOwnCards(db, row.affiliateId, now),
  ]);
  const picks = cardRequirements(type).map((requirement) => {
    const pick = row.cards[requirement.place];
    return [requirement.place, findPicked(cards, requirement, pick) === undefined ? null : pick];
  });
  return {
    memberNumber: people.find(({ affiliateId }) => affiliateId === instructorId)?.memberNumber ?? null,
    storeNumber: people.find(({ affiliateId }) => affiliateId === storeId)?.storeNumber ?? null,
    certificationCards: Object.fromEntries(picks) as Cards,
    firstAid: firstAidOf(row),
    exercises,
    statement,
    recommendation,
  };
}

/** Of the places that were sent, those that there are. */
function sameCards(given: Cards = {}, standing: Cards): Cards {
  return Object.fromEntries(Object.entries(standing).filter(([place]) => place in given));
}
