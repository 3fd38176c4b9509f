/** Reasons why a student cannot be certified yet, in display order. */
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
 * Blockers that keep a student out of the water. Certification checks them for the dates of the water sessions instead
 * (`water_forms` and `water_medical`).
 */
const diveBlockers = new Set<Blocker>(['forms', 'physician', 'review', 'refused', 'expired', 'guardian']);

interface ProgressCount {
  done: number;
  total: number;
}

export interface BoardFacts {
  /** Status of the course forms that name its instructor or store. */
  forms: 'missing' | 'guardian' | 'signed';
  medical: 'missing' | 'ok' | 'physician' | 'review' | 'refused' | 'expired';
  /** True once all lessons and quizzes are done, even if the course has changed its number of lessons since. */
  isKnown: boolean;
  exam: ProgressCount;
  skills: ProgressCount;
  dives: ProgressCount;
  divesWaiting: number;
  /** A pending photo counts, because the instructor confirms it when certifying. */
  hasPhoto: boolean;
}

/** Returns the blockers in display order. A student with any of them cannot be certified. */
export function listBlockers(facts: BoardFacts): Blocker[] {
  const { forms, medical } = facts;
  const isOpen: Readonly<Record<Blocker, boolean>> = {
    // The medical is part of the forms.
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
    // These blockers are added from the certification rules.
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

/** Maps a requirement kind of the certification rules to a blocker. */
export function toBlocker(kind: string): Blocker | null {
  if (kind === 'forms_missing' || kind === 'guardian_signature_missing') return 'water_forms';
  if (/^(medical|physician|confirmation)_/.test(kind)) return 'water_medical';
  return blockers.find((blocker) => blocker === kind) ?? null;
}

/** Returns the blockers of the forms alone. */
export function listDiveBlockers({ forms, medical }: Pick<BoardFacts, 'forms' | 'medical'>): Blocker[] {
  const none = { done: 0, total: 0 };
  const done = { isKnown: true, exam: none, skills: none, dives: none, divesWaiting: 0, hasPhoto: true };
  return listBlockers({ forms, medical, ...done });
}

/** Returns the blockers that keep a student out of the water today. */
export function filterDiveBlockers(found: readonly Blocker[]): Blocker[] {
  return found.filter((blocker) => diveBlockers.has(blocker));
}
