import type { Application, Reason } from '../shared/application.ts';
import type { Judged } from '../shared/requirements.ts';
import type { ApplicationRole } from '../shared/steps.ts';

/** Copies and reasons of this kind say something about somebody's health. */
const medical = 'medical';

/** Whether somebody may see the applicant's medical papers. A store sees whether one is on file, and nothing else. */
export function canSeeMedical(role: ApplicationRole, kind: string): boolean {
  return role !== 'store' || kind !== medical;
}

/** Met or not: neither a date nor why. */
export function withoutMedical(requirements: Judged[]): Judged[] {
  return requirements.map((judged) =>
    judged.kind === medical
      ? { ...judged, have: null, need: null, date: null, problem: judged.isMet ? null : 'proof_missing', parts: [] }
      : judged,
  );
}

const notMedical = (reasons: Reason[]) => reasons.filter(({ field }) => field !== medical);

/** An application as a store reads it. */
export function forStore(view: Application): Application {
  return {
    ...view,
    proofs: view.proofs.filter(({ kind }) => kind !== medical),
    requirements: withoutMedical(view.requirements),
    reasons: notMedical(view.reasons),
    steps: view.steps.map((step) => ({ ...step, reasons: notMedical(step.reasons) })),
  };
}
