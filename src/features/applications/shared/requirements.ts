import * as z from 'zod';
import { addMonths } from '#platform/shared/dates.ts';
import { ageOn } from '#domain/age.ts';
import { affiliateType } from '#domain/roles.ts';

/** A requirement of a level, as defined in `content/applications/types.json`. */
export const Requirement = z.discriminatedUnion('kind', [
  z.strictObject({ id: z.string(), kind: z.literal('age'), years: z.int().positive() }),
  z.strictObject({ id: z.string(), kind: z.literal('card'), place: z.string(), levels: z.array(z.int()).min(1) }),
  z.strictObject({ id: z.string(), kind: z.literal('first_aid'), months: z.int().positive() }),
  z.strictObject({ id: z.string(), kind: z.literal('medical'), months: z.int().positive() }),
  z.strictObject({
    id: z.string(),
    kind: z.literal('dives'),
    toBegin: z.int().positive(),
    toCertify: z.int().positive(),
  }),
  z.strictObject({
    id: z.string(),
    kind: z.literal('dive_kinds'),
    kinds: z.array(z.enum(['night', 'deep', 'navigation'])).min(1),
  }),
  z.strictObject({
    id: z.string(),
    kind: z.literal('exercises'),
    exercises: z.array(z.string()).min(1),
    maxScore: z.int().positive(),
    points: z.int().positive(),
  }),
  z.strictObject({ id: z.string(), kind: z.literal('proof'), proof: z.string() }),
]);
export type Requirement = z.output<typeof Requirement>;

export const ApplicationKind = z.strictObject({
  id: z.int().positive(),
  /** The certification level, translated as `certifications.level.<name>`. */
  name: z.string(),
  levelID: z.int(),
  /** Completing it makes a divemaster or an instructor, with a member number. Null changes only the card. */
  becomesAffiliateType: z.literal([affiliateType.divemaster, affiliateType.instructor]).nullable(),
  fee: z.strictObject({ amountMinor: z.int().positive(), currency: z.string().length(3) }),
  requirements: z.array(Requirement).min(1),
});
export type ApplicationKind = z.output<typeof ApplicationKind>;

/** Data the portal has about the applicant at one moment. Days are ISO dates. */
export interface Facts {
  birthdate: string | null;
  /** By place: the picked card, if it is still valid. Outside cards need a picture. */
  cards: Readonly<Record<string, { date: string | null; isOutside: boolean; isShown: boolean }>>;
  firstAid: { date: string | null; isElsewhere: boolean; hasProof: boolean };
  /** The day a physician signed, in the portal or on an uploaded page. */
  medical: { date: string | null; source: 'record' | 'proof' | null };
  dives: { total: number; verified: number; kinds: Readonly<Record<string, number>> };
  exercises: Readonly<Record<string, { score: number; isConfirmed: boolean }>>;
  proofs: readonly string[];
}

/**
 * Progress of one requirement. `have` and `need` are set for counted ones, `date` is the relevant day, and `problem` is
 * translated as `applications.open.<problem>`.
 */
export interface RequirementResult {
  id: string;
  kind: Requirement['kind'];
  isMet: boolean;
  have: number | null;
  need: number | null;
  date: string | null;
  problem: Problem | null;
  /** Set for requirements with several kinds or exercises. */
  parts: { id: string; have: number; isMet: boolean }[];
}

export const problems = [
  'birthdate_missing',
  'too_young',
  'card_missing',
  'card_picture_missing',
  'date_missing',
  'date_future',
  'too_old',
  'proof_missing',
  'too_few',
  'kinds_missing',
  'scores_missing',
  'scores_unconfirmed',
  'points_missing',
] as const;
export type Problem = (typeof problems)[number];

/** `begin` applies when submitting to the instructor, `certify` when sending to the association. */
export type Stage = 'begin' | 'certify';

export function evaluateRequirements(
  requirements: readonly Requirement[],
  facts: Facts,
  today: string,
  stage: Stage,
): RequirementResult[] {
  return requirements.map((requirement) => evaluateRequirement(requirement, facts, today, stage));
}

export function listOpenRequirements(results: readonly RequirementResult[]): RequirementResult[] {
  return results.filter(({ isMet }) => !isMet);
}

function evaluateRequirement(requirement: Requirement, facts: Facts, today: string, stage: Stage): RequirementResult {
  const { id, kind } = requirement;
  const plain = { id, kind, have: null, need: null, date: null, parts: [] };
  const toResult = (problem: Problem | null, more: Partial<RequirementResult> = {}): RequirementResult => ({
    ...plain,
    ...more,
    isMet: problem === null,
    problem,
  });
  switch (requirement.kind) {
    case 'age': {
      const { birthdate } = facts;
      if (birthdate === null) return toResult('birthdate_missing', { need: requirement.years });
      const age = ageOn(birthdate, today);
      const isOld = age >= requirement.years;
      return toResult(isOld ? null : 'too_young', { have: age, need: requirement.years, date: birthdate });
    }
    case 'card': {
      const card = facts.cards[requirement.place];
      if (card === undefined) return toResult('card_missing');
      return toResult(card.isShown ? null : 'card_picture_missing', { date: card.date });
    }
    case 'first_aid': {
      const { date, isElsewhere, hasProof } = facts.firstAid;
      const problem = findDateProblem(date, requirement.months, today);
      return toResult(problem ?? (isElsewhere && !hasProof ? 'proof_missing' : null), {
        date,
        need: requirement.months,
      });
    }
    case 'medical': {
      const { date } = facts.medical;
      const problem = date === null ? 'proof_missing' : findDateProblem(date, requirement.months, today);
      return toResult(problem, { date, need: requirement.months });
    }
    case 'dives': {
      const need = stage === 'begin' ? requirement.toBegin : requirement.toCertify;
      return toResult(facts.dives.total >= need ? null : 'too_few', { have: facts.dives.total, need });
    }
    case 'dive_kinds': {
      const parts = requirement.kinds.map((part) => {
        const have = facts.dives.kinds[part] ?? 0;
        return { id: part, have, isMet: have > 0 };
      });
      return toResult(parts.every((part) => part.isMet) ? null : 'kinds_missing', { parts });
    }
    case 'exercises':
      return evaluateExercises(requirement, facts, stage, toResult);
    case 'proof':
      return toResult(facts.proofs.includes(requirement.proof) ? null : 'proof_missing');
  }
}

function evaluateExercises(
  { exercises, points }: Extract<Requirement, { kind: 'exercises' }>,
  facts: Facts,
  stage: Stage,
  toResult: (problem: Problem | null, more: Partial<RequirementResult>) => RequirementResult,
): RequirementResult {
  const parts = exercises.map((id) => {
    const done = facts.exercises[id];
    // The association counts only confirmed exercises.
    return { id, have: done?.score ?? 0, isMet: done !== undefined && (stage === 'begin' || done.isConfirmed) };
  });
  const have = parts.reduce((sum, part) => sum + part.have, 0);
  // The instructor scores them, so the applicant may leave them open.
  if (stage === 'begin') return toResult(null, { have, need: points, parts });
  const problem = parts.some((part) => part.have === 0)
    ? 'scores_missing'
    : parts.some((part) => !part.isMet)
      ? 'scores_unconfirmed'
      : have < points
        ? 'points_missing'
        : null;
  return toResult(problem, { have, need: points, parts });
}

/** Checks that the date is within the given number of months, inclusive. */
function findDateProblem(date: string | null, months: number, today: string): Problem | null {
  if (date === null) return 'date_missing';
  if (date > today) return 'date_future';
  return addMonths(date, months) < today ? 'too_old' : null;
}
