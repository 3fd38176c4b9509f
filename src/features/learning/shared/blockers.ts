/** What keeps a student from their card, in the order in which it is dealt with. */
export const blockers = [
  'forms',
  'physician',
  'review',
  'refused',
  'expired',
  'guardian',
  'lessons',
  'exam',
  'skills',
  'dives_waiting',
  'dives',
  'flexible',
  'water_forms',
  'water_medical',
  'photo',
  'age',
  'birthdate',
  'prerequisite',
  'training_here',
  'own_family',
  'revoked',
] as const;
export type Blocker = (typeof blockers)[number];

/**
 * Without these nobody goes into the water, whatever they have learned. For a card they count on the days of the water
 * sessions instead: `water_forms` and `water_medical`.
 */
const diveBlockers = new Set<Blocker>(['forms', 'physician', 'review', 'refused', 'expired', 'guardian']);

interface ProgressCount {
  done: number;
  total: number;
}

export interface BoardFacts {
  /** Of the forms of a course that name its instructor or store. */
  forms: 'missing' | 'guardian' | 'signed';
  medical: 'missing' | 'ok' | 'physician' | 'review' | 'refused' | 'expired';
  /** Lessons and quizzes, however many lessons were counted. */
  isKnown: boolean;
  exam: ProgressCount;
  skills: ProgressCount;
  dives: ProgressCount;
  divesWaiting: number;
  /** Approved, or pending: the instructor confirms it when certifying. */
  hasPhoto: boolean;
}

/** In a fixed order; nobody with one of them can be certified. */
export function listBlockers(facts: BoardFacts): Blocker[] {
  const { forms, medical } = facts;
  const isOpen: Readonly<Record<Blocker, boolean>> = {
    // A medical belongs to them.
    forms: forms === 'missing' || (forms === 'signed' && medical === 'missing'),
    physician: medical === 'physician',
    review: medical === 'review',
    refused: medical === 'refused',
    expired: medical === 'expired',
    guardian: forms === 'guardian',
    lessons: !facts.isKnown,
    exam: isIncomplete(facts.exam),
    skills: isIncomplete(facts.skills),
    dives_waiting: facts.divesWaiting > 0,
    dives: facts.dives.done + facts.divesWaiting < facts.dives.total,
    photo: !facts.hasPhoto,
    // These come from the rules for certifying.
    flexible: false,
    water_forms: false,
    water_medical: false,
    age: false,
    birthdate: false,
    prerequisite: false,
    training_here: false,
    own_family: false,
    revoked: false,
  };
  return blockers.filter((blocker) => isOpen[blocker]);
}

function isIncomplete({ done, total }: ProgressCount): boolean {
  return done < total;
}

/** What the rules for certifying still miss, as the board shows it. */
export function toBlocker(kind: string): Blocker | null {
  if (kind === 'forms_missing' || kind === 'guardian_signature_missing') return 'water_forms';
  if (/^(medical|physician|confirmation)_/.test(kind)) return 'water_medical';
  return blockers.find((blocker) => blocker === kind) ?? null;
}

/** What keeps somebody out of the water today. */
export function filterDiveBlockers(found: readonly Blocker[]): Blocker[] {
  return found.filter((blocker) => diveBlockers.has(blocker));
}
