import type { TrainingMetres } from './training-lengths.ts';

interface YoungDiverLimit {
  fromAge: number;
  toAge: number;
  depthM: TrainingMetres;
  /** Who has to dive with them: a professional or certified parent, or any certified adult. */
  company: 'parent' | 'adult';
}

/** Certified divers who are too young for the full card. Everything that limits depth by age uses this table. */
export const youngDiverLimits: readonly YoungDiverLimit[] = [
  { fromAge: 10, toAge: 11, depthM: 12, company: 'parent' },
  { fromAge: 12, toAge: 14, depthM: 18, company: 'adult' },
];

/** The limit of depth at this age, or null when only the card limits it. */
export function getAgeDepthLimitM(age: number): TrainingMetres | null {
  return youngDiverLimits.find(({ toAge }) => age <= toAge)?.depthM ?? null;
}
