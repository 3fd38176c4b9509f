import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { findMedicalDecision, type PhysicianDecision } from '#features/forms/server/public.ts';
import { countDives } from '#features/logbook/server/public.ts';
import type { ApplicationKind, Facts } from '#features/applications/shared/requirements.ts';
import { listCardRequirements, findPickedCard, listOwnCards, type OwnCard } from './own-cards.ts';
import type { ApplicationRow } from '#features/applications/server/queries.ts';

const findFiledFacts = query((db, p: Params<{ affiliateId: number; applicationId: number }>) =>
  db
    .selectFrom('person as p')
    .select((eb) => [
      'p.birthdate',
      jsonArrayFrom(
        eb
          .selectFrom('application_proof as f')
          .select(['f.id', 'f.kind', 'f.dated'])
          .whereRef('f.affiliate_id', '=', 'p.affiliate_id')
          .where('f.application_id', '=', p.applicationId)
          .orderBy('f.id'),
      ).as('proofs'),
    ])
    .where('p.affiliate_id', '=', p.affiliateId),
);

/** The facts, with the cards and proofs they come from. */
export interface ApplicantRecord {
  facts: Facts;
  cards: readonly OwnCard[];
  proofIds: readonly string[];
}

/** Loads current data from every feature, so revoked, deleted and newly verified records count. */
export async function loadApplicantRecord(
  db: Db,
  row: ApplicationRow,
  type: ApplicationKind,
  now: Date,
): Promise<ApplicantRecord> {
  const { affiliateId } = row;
  const [filed, cards, dives, decision] = await Promise.all([
    findFiledFacts.first(db, { affiliateId, applicationId: row.id }),
    listOwnCards(db, affiliateId, now),
    countDives(db, affiliateId),
    findMedicalDecision(db, affiliateId, now),
  ]);
  const proofs = filed?.proofs ?? [];
  const { total, verified, ...kinds } = dives;
  const facts: Facts = {
    birthdate: filed?.birthdate ?? null,
    cards: toCardFacts(cards, row, type),
    firstAid: {
      date: row.firstAid.date ?? null,
      isElsewhere: row.firstAid.isElsewhere ?? false,
      hasProof: proofs.some(({ kind }) => kind === 'first_aid'),
    },
    medical: findNewestMedical(decision, proofs),
    dives: { total, verified, kinds },
    exercises: row.exercises,
    proofs: [...new Set(proofs.map(({ kind }) => kind))].toSorted(),
  };
  return { facts, cards, proofIds: proofs.map(({ id }) => id) };
}

export async function loadFacts(
  db: Db,
  row: ApplicationRow,
  type: ApplicationKind,
  now: Date = new Date(),
): Promise<Facts> {
  return (await loadApplicantRecord(db, row, type, now)).facts;
}

function toCardFacts(cards: readonly OwnCard[], row: ApplicationRow, type: ApplicationKind): Facts['cards'] {
  return Object.fromEntries(
    listCardRequirements(type).flatMap((requirement) => {
      const card = findPickedCard(cards, requirement, row.cards[requirement.place]);
      if (card === undefined) return [];
      const { certDate, outsideId, hasPicture } = card;
      return [[requirement.place, { date: certDate, isOutside: outsideId !== null, isShown: hasPicture }]];
    }),
  );
}

/** A page that is not newer than a physician's decline in the portal doesn't count. */
function findNewestMedical(
  decision: PhysicianDecision | undefined,
  proofs: readonly { kind: string; dated: string | null }[],
): Facts['medical'] {
  const approved = decision?.isApproved ? decision.day : null;
  const refused = decision === undefined || decision.isApproved ? '' : decision.day;
  const dated = proofs.flatMap(({ kind, dated: day }) =>
    kind === 'medical' && day !== null && day > refused ? [day] : [],
  );
  const proven = dated.toSorted().at(-1) ?? null;
  if (approved !== null && (proven === null || approved >= proven)) return { date: approved, source: 'record' };
  return { date: proven, source: proven === null ? null : 'proof' };
}
