import type { Db } from '../../../platform/server/db.ts';
import { findPhysicianDecision, type PhysicianDecision } from '../../forms/server/public.ts';
import { countDives } from '../../logbook/server/public.ts';
import type { ApplicationKind, Facts } from '../shared/requirements.ts';
import { selectFiled } from './facts-sql.ts';
import { cardRequirements, findPicked, listOwnCards, type OwnCard } from './own-cards.ts';
import type { ApplicationRow } from './sql.ts';

/** What the portal knows, and the cards and copies that it knows it from. */
export interface Known {
  facts: Facts;
  cards: readonly OwnCard[];
  proofIds: readonly string[];
}

/** Asked of every area anew: what was revoked, deleted or verified since counts as it is now. */
export async function readKnown(db: Db, row: ApplicationRow, type: ApplicationKind, now: Date): Promise<Known> {
  const { affiliateId } = row;
  const [[filed], cards, dives, decision] = await Promise.all([
    selectFiled(db, affiliateId, row.id),
    listOwnCards(db, affiliateId, now),
    countDives(db, affiliateId),
    findPhysicianDecision(db, affiliateId),
  ]);
  const proofs = filed?.proofs ?? [];
  const { total, verified, ...kinds } = dives;
  const facts: Facts = {
    birthdate: filed?.birthdate ?? null,
    cards: countingCards(cards, row, type),
    firstAid: {
      date: row.firstAid.date ?? null,
      isElsewhere: row.firstAid.isElsewhere ?? false,
      hasProof: proofs.some(({ kind }) => kind === 'first_aid'),
    },
    medical: newestMedical(decision, proofs),
    dives: { total, verified, kinds },
    exercises: row.exercises,
    proofs: [...new Set(proofs.map(({ kind }) => kind))].toSorted(),
  };
  return { facts, cards, proofIds: proofs.map(({ id }) => id) };
}

export async function readFacts(
  db: Db,
  row: ApplicationRow,
  type: ApplicationKind,
  now: Date = new Date(),
): Promise<Facts> {
  return (await readKnown(db, row, type, now)).facts;
}

function countingCards(cards: readonly OwnCard[], row: ApplicationRow, type: ApplicationKind): Facts['cards'] {
  return Object.fromEntries(
    cardRequirements(type).flatMap((requirement) => {
      const card = findPicked(cards, requirement, row.cards[requirement.place]);
      if (card === undefined) return [];
      const { certDate, outsideId, hasPicture } = card;
      return [[requirement.place, { date: certDate, isOutside: outsideId !== null, isShown: hasPicture }]];
    }),
  );
}

/** A page that is no newer than a physician's no in the portal shows nothing any more. */
function newestMedical(
  decision: PhysicianDecision | null,
  proofs: readonly { kind: string; dated: string | null }[],
): Facts['medical'] {
  const approved = decision?.isApproved ? decision.day : null;
  const refused = decision === null || decision.isApproved ? '' : decision.day;
  const dated = proofs.flatMap(({ kind, dated: day }) =>
    kind === 'medical' && day !== null && day > refused ? [day] : [],
  );
  const proven = dated.toSorted().at(-1) ?? null;
  if (approved !== null && (proven === null || approved >= proven)) return { date: approved, source: 'record' };
  return { date: proven, source: proven === null ? null : 'proof' };
}
