import { type Db, statement } from '#platform/server/db/database.ts';
import { findPhysicianDecision, type PhysicianDecision } from '#features/forms/server/public.ts';
import { countDives } from '#features/logbook/server/public.ts';
import type { ApplicationKind, Facts } from '#features/applications/shared/requirements.ts';
import { listCardRequirements, findPickedCard, listOwnCards, type OwnCard } from './own-cards.ts';
import type { ApplicationRow } from '#features/applications/server/queries.ts';

interface FiledFacts {
  birthdate: string | null;
  proofs: { id: string; kind: string; dated: string | null }[];
}

const selectFiledFacts = statement<FiledFacts, [affiliateId: number, applicationId: number]>(`
  select p.birthdate, coalesce((select jsonb_agg(
      jsonb_build_object('id', f.id, 'kind', f.kind, 'dated', f.dated) order by f.id)
    from application_proof f where f.affiliate_id = p.affiliate_id and f.application_id = $2), '[]') as proofs
  from person p where p.affiliate_id = $1`);

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
  const [[filed], cards, dives, decision] = await Promise.all([
    selectFiledFacts(db, affiliateId, row.id),
    listOwnCards(db, affiliateId, now),
    countDives(db, affiliateId),
    findPhysicianDecision(db, affiliateId),
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
